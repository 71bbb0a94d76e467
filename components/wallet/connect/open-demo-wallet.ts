import { isDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { openDialog } from '@/lib/browser/dialogs';
import { offeredWallets, useBrowserWallets } from './browser-wallets';
import { requestSignIn } from './sign-in-state';

/** Opens the connect dialog and connects the demo wallet. Without a demo wallet, the dialog shows the list of wallets. */
export function openDemoWallet(): void {
  const demo = offeredWallets(useBrowserWallets.getState()).find(({ id }) => isDemoWallet(id));
  openDialog('wallet');
  if (demo) requestSignIn({ by: 'browser', wallet: demo });
}
