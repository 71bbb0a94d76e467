import type { Locale } from '@/lib/i18n/routing';
import { WalletRoot } from './wallet-root';
import { loadWalletSetup } from './wallet-setup';

/** Loads the wallet root with its setup. @throws if the API is unreachable. */
export async function loadWalletRoot(locale: Locale) {
  return { WalletRoot: WalletRoot, setup: await loadWalletSetup(locale) };
}
