'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useConnection } from 'wagmi';
import { LazyCalls } from '@/components/wallet/calls/lazy-calls';
import { openDemoWallet } from '@/components/wallet/connect/open-demo-wallet';
import { LoginController } from '@/components/wallet/connect/use-login';
import { hasConnectParam, takeDialogParam } from '@/components/wallet/connect/wallet-document';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { LazyMessenger } from '@/components/wallet/messages/lazy-messenger';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { WithdrawStart } from '@/components/wallet/withdraw/withdraw-form';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/session/login-mark';
import { useSession } from '@/lib/session/session';
import { TransactionWatcher } from './transaction-watcher';
import { WalletProvider } from './wallet-provider';
import type { WalletSetup } from './wallet-setup';
import '@/components/wallet/connect/connect.css';
import './wallet.css';
import { useTranslations } from 'next-intl';
import { AccountDialog } from '@/components/wallet/account/account-dialog';
import { InvitationCapture } from '@/components/wallet/account/invitation';
import type { ProfileDialogName } from '@/components/wallet/account/profile-card';
import { ProfileDialogs } from '@/components/wallet/account/profile-dialogs';

/** The account dialog and the profile dialogs. Closing a profile dialog returns to the account dialog. */
function AccountDialogs() {
  const id = useId();
  const loggedIn = useSession((state) => state.token !== null);
  const lastOpened = useRef<ProfileDialogName>(null);
  const idOf = (dialog: ProfileDialogName) => `${id}-${dialog}`;
  return (
    <>
      <InvitationCapture />
      <AccountDialog
        idOf={idOf}
        onOpen={(dialog) => {
          lastOpened.current = dialog;
          openDialog(dialog);
        }}
        firstFocus={() => {
          const dialog = lastOpened.current;
          lastOpened.current = null;
          return dialog && document.getElementById(idOf(dialog));
        }}
      />
      {loggedIn ? (
        <ProfileDialogs
          onClose={(dialog) => {
            closeDialog(dialog);
            openDialog('wallet');
          }}
        />
      ) : null}
    </>
  );
}

/** Loads the search when it is first opened. */
function LazySearch() {
  const t = useTranslations('wallet.search');
  const open = useDialogs((state) => state.open === 'search');
  const [loaded, setLoaded] = useState<{ Search: ComponentType } | null>(null);
  const onFailure = useEffectEvent(() => {
    closeDialog('search');
    notify('error', t('failed'));
  });
  useEffect(() => {
    if (!open || loaded) return;
    import('@/components/wallet/search/search-dialog').then(
      ({ SearchDialog }) => setLoaded({ Search: SearchDialog }),
      () => onFailure(),
    );
  }, [open, loaded]);
  return loaded ? <loaded.Search /> : null;
}

const sheetForms = { deposit: DepositForm, withdraw: WithdrawStart } as const;

function Dialogs() {
  const loggedIn = useSession((state) => state.token !== null);
  const { isConnected } = useConnection();
  const pathname = usePathname();
  const resume = useEffectEvent(() => {
    if (!loggedIn && isConnected && isLoginMarked()) openDialog('wallet');
  });
  const followLink = useEffectEvent(() => {
    const wanted = takeDialogParam();
    if (loggedIn) return;
    if (wanted === 'demo' && !isConnected) openDemoWallet();
    else if (wanted || hasConnectParam()) openDialog('wallet');
  });
  useEffect(() => resume(), []);
  // The wallet stays mounted during client-side navigation, so a later link to it needs a check of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the path.
  useEffect(() => followLink(), [pathname]);

  return (
    <>
      <LoginController />
      <AccountDialogs />
      <TransactionSheet forms={sheetForms} />
      <LazySearch />
      <TransactionWatcher />
      <LazyCalls />
      <LazyMessenger />
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
