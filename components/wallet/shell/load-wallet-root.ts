import type { Locale } from '@/lib/i18n/routing';
import { WalletRoot } from './wallet-root';
import { loadWalletSetup } from './wallet-setup';

/** The wallet's island with what it stands on. @throws where the API cannot be reached. */
export async function loadWalletRoot(locale: Locale) {
  return { WalletRoot: WalletRoot, setup: await loadWalletSetup(locale) };
}
