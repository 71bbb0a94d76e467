import { ConnectFlow } from '@/components/wallet/connect/connect-flow';
import { loadConnectWording } from '@/components/wallet/connect/connect-wording';
import { announceDemoWallet } from '@/components/wallet/demo-wallet/announce-demo-wallet';
import type { Locale } from '@/lib/i18n/routing';

/** The wallet's light first part with its texts: the dialog in which a wallet is chosen. @throws where they cannot be fetched. */
export async function loadConnectFlow(locale: Locale) {
  announceDemoWallet();
  return { ConnectFlow, wording: await loadConnectWording(locale) };
}

/**
 * What is behind the door. Asked for from here alone, so that it is bundled without what the door has brought already.
 * @throws where the code or the API cannot be reached.
 */
export const loadWalletRoot = async (locale: Locale) =>
  (await import('./load-wallet-root')).loadWalletRoot(locale);
