import type { Locale } from '@/lib/i18n/routing';
import { WalletIsland } from './island';
import { loadWalletSetup } from './wallet-setup';

/** The wallet's island with what it stands on. @throws where the API cannot be reached. */
export async function loadIsland(locale: Locale) {
  return { Island: WalletIsland, setup: await loadWalletSetup(locale) };
}
