'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { useConnection } from 'wagmi';
import { AccountDialogs } from '@/components/wallet/account/account-dialogs';
import { LazyCalls } from '@/components/wallet/calls/lazy-calls';
import { openDemoWallet } from '@/components/wallet/connect/open-demo-wallet';
import { SignInController } from '@/components/wallet/connect/use-sign-in';
import { hasConnectParam, takeDialogParam } from '@/components/wallet/connect/wallet-document';
import { LazyLinks } from '@/components/wallet/dapps/lazy-links';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { FreeTransferDialog } from '@/components/wallet/free-transfer/free-transfer-dialog';
import { FreeTransferWatcher } from '@/components/wallet/free-transfer/free-transfer-watcher';
import { LazyMessenger } from '@/components/wallet/messages/lazy-messenger';
import { LazySearch } from '@/components/wallet/search/lazy-search';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { WithdrawStart } from '@/components/wallet/withdraw/withdraw-form';
import { openDialog } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { withoutLocale } from '@/lib/i18n/routing';
import { isWalletPath } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { isSignInMarked } from '@/lib/session/sign-in-mark';
import { IncomingWatcher } from './incoming-watcher';
import { PushKeeper } from './push-keeper';
import { TransactionWatcher } from './transaction-watcher';
import { WalletProvider } from './wallet-provider';
import type { WalletSetup } from './wallet-setup';
import '@/components/wallet/connect/connect.css';
import './wallet.css';

const sheetForms = { deposit: DepositForm, withdraw: WithdrawStart } as const;

function Dialogs() {
  const isSignedIn = useSession((state) => state.token !== null);
  const { isConnected } = useConnection();
  const pathname = usePathname();
  const resume = useEffectEvent(() => {
    if (!isSignedIn && isConnected && isSignInMarked()) openDialog('wallet');
  });
  const followLink = useEffectEvent(() => {
    const wanted = takeDialogParam();
    if (isSignedIn) return;
    if (wanted === 'demo' && !isConnected) openDemoWallet();
    else if (wanted || hasConnectParam()) openDialog('wallet');
  });
  useEffect(() => resume(), []);
  // The wallet stays mounted during client-side navigation, so a later link to it needs a check of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the path.
  useEffect(() => followLink(), [pathname]);

  return (
    <>
      <SignInController />
      <AccountDialogs />
      <TransactionSheet forms={sheetForms} />
      <LazySearch />
      <TransactionWatcher />
      {isWalletPath(withoutLocale(pathname)) ? <IncomingWatcher /> : null}
      <FreeTransferDialog />
      <FreeTransferWatcher />
      <LazyCalls />
      <LazyLinks />
      <LazyMessenger />
      <PushKeeper />
    </>
  );
}

/** The dialogs and background tasks of a connected wallet. Loaded once per page, after the connect dialog opens. */
export function WalletRoot({ setup, locale }: { setup: WalletSetup; locale: Locale }) {
  const { demo } = setup;
  return (
    <WalletProvider setup={setup} locale={locale}>
      <Dialogs />
      {demo ? <demo.Sheet /> : null}
    </WalletProvider>
  );
}
