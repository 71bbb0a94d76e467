'use client';

import { useEffect, useState } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import type { loadWalletRoot } from '@/components/wallet/shell/load-wallet-root';
import {
  cancelLogin,
  type LoginRequest,
  requestLogin,
  setLoginStep,
} from '@/components/wallet/shell/login-state';
import { closeDialog, type DialogName, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { ConnectDialog } from './connect-dialog';
import type { ConnectWording } from './connect-wording';
import './connect.css';
import { Dialog } from '@/components/ui/dialog';
import { LoadFailure } from '@/components/ui/load-state';

/** The dialogs of the wallet that stand on every page. */
const walletDialogs: readonly DialogName[] = [
  'wallet',
  'deposit',
  'withdraw',
  'addInviter',
  'editName',
  'avatar',
];

const isWalletDialog = (name: DialogName | null): boolean => name !== null && walletDialogs.includes(name);

/** Takes the place of every wallet dialog after one of them threw. */
function FailedDialog({ wording, onRetry }: { wording: ConnectWording; onRetry: () => void }) {
  const open = useDialogs((state) => state.open);
  return (
    <Dialog
      open={isWalletDialog(open)}
      onClose={() => open && closeDialog(open)}
      title={wording.failedTitle}
      closeLabel={wording.close}
    >
      <LoadFailure text={wording.failed} retry={wording.retry} onRetry={onRetry} />
    </Dialog>
  );
}

type WalletRoot = Awaited<ReturnType<typeof loadWalletRoot>>;

export type ConnectFlowProps = {
  locale: Locale;
  wording: ConnectWording;
  /** What is told when the island cannot be had. */
  failure: string;
  /** How often the island was wanted: a new number tries again after a failure. */
  wanted: number;
  onWant: () => void;
  load: (locale: Locale) => Promise<WalletRoot>;
};

/**
 * The wallet's first part, light enough to be on the screen at once. What it leads to, the island, is fetched when the
 * dialog stands, so that it is there by the time a wallet is chosen.
 */
export function ConnectFlow({ locale, wording, failure, wanted, onWant, load }: ConnectFlowProps) {
  const [walletRoot, setWalletRoot] = useState<WalletRoot | null>(null);

  useEffect(() => {
    if (wanted === 0) return;
    let current = true;
    load(locale).then(
      (loaded) => current && setWalletRoot(loaded),
      () => {
        if (!current) return;
        cancelLogin();
        notify('error', failure);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, locale, failure, load]);

  const want = () => {
    if (!walletRoot) onWant();
  };
  const choose = (wish: LoginRequest) => {
    requestLogin(wish);
    want();
  };
  return (
    <ErrorBoundary
      fallback={(retry) => <FailedDialog wording={wording} onRetry={retry} />}
      onError={() => {
        cancelLogin();
        setLoginStep('idle');
        // An open dialog says it itself.
        if (!isWalletDialog(useDialogs.getState().open)) notify('error', wording.failed);
      }}
    >
      <ConnectDialog
        locale={locale}
        wording={wording}
        // After the frame in which the dialog takes the focus: what it leads to is not to be in its way.
        onOpened={() => requestAnimationFrame(() => setTimeout(want))}
        onChoose={choose}
      />
      {walletRoot ? <walletRoot.WalletRoot setup={walletRoot.setup} locale={locale} /> : null}
    </ErrorBoundary>
  );
}
