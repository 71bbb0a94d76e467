'use client';

import { useEffect, useEffectEvent } from 'react';
import { useConnection } from 'wagmi';
import { AccountDialogs } from '@/components/wallet/account/account-dialogs';
import { LoginKeeper } from '@/components/wallet/connect/login-keeper';
import { DepositDialog } from '@/components/wallet/deposit/deposit-dialog';
import { depositDraft } from '@/components/wallet/transfer/deposit-draft';
import { withdrawDraft } from '@/components/wallet/transfer/withdraw-draft';
import { WithdrawDialog } from '@/components/wallet/withdraw/withdraw-dialog';
import { openDialog } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/session/login-mark';
import { useSession } from '@/lib/session/session';
import { TransactionWatcher } from './transaction-watcher';
import { hasConnectWish } from './wallet-document';
import { WalletProvider } from './wallet-provider';
import type { WalletSetup } from './wallet-setup';
import '@/components/wallet/door/door.css';
import './wallet.css';

function Dialogs() {
  const loggedIn = useSession((state) => state.token !== null);
  const { isConnected } = useConnection();
  const resume = useEffectEvent(() => {
    if (loggedIn && depositDraft.useDraft.getState().open) openDialog('deposit');
    else if (loggedIn && withdrawDraft.useDraft.getState().open) openDialog('withdraw');
    else if (!loggedIn && ((isConnected && isLoginMarked()) || hasConnectWish())) openDialog('wallet');
  });
  useEffect(() => resume(), []);

  return (
    <>
      <LoginKeeper />
      <AccountDialogs />
      {loggedIn ? <DepositDialog /> : null}
      {loggedIn ? <WithdrawDialog /> : null}
      <TransactionWatcher />
    </>
  );
}

/** Every dialog of a connected wallet and what must go on behind them. Loaded once the door is open, once a page. */
export function WalletIsland({ setup, locale }: { setup: WalletSetup; locale: Locale }) {
  const { demo } = setup;
  return (
    <WalletProvider setup={setup} locale={locale}>
      <Dialogs />
      {demo ? <demo.Sheet /> : null}
    </WalletProvider>
  );
}
