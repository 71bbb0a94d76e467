import { announceDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { loadConnectWording } from '@/components/wallet/connect/connect-wording';
import type { Locale } from '@/lib/i18n/routing';
import { ConnectFlow } from './connect-flow';

/** Loads the connect flow and its strings. @throws if the strings cannot be fetched. */
export async function loadConnectFlow(locale: Locale) {
  announceDemoWallet();
  return { ConnectFlow, wording: await loadConnectWording(locale) };
}

/**
 * Loads the wallet root. Only this module may import the wallet root, so that the wallet root's bundle doesn't
 * contain code that is already loaded.
 * @throws if the code or the API is unreachable.
 */
export const loadWalletRoot = async (locale: Locale) =>
  (await import('./load-wallet-root')).loadWalletRoot(locale);
