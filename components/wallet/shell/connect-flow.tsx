'use client';

import { useEffect, useState } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { ConnectDialog } from '@/components/wallet/connect/connect-dialog';
import type { ConnectWording } from '@/components/wallet/connect/connect-wording';
import {
  cancelSignIn,
  requestSignIn,
  type SignInRequest,
  setSignInStep,
} from '@/components/wallet/connect/sign-in-state';
import { closeDialog, type DialogName, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import type { loadWalletRoot } from './load-wallet-root';
import '@/components/wallet/connect/connect.css';
import { Dialog } from '@/components/ui/dialog';
import { LoadFailure } from '@/components/ui/load-state';

/** Wallet dialogs that are available on every page. */
const walletDialogs: readonly DialogName[] = [
  'wallet',
  'deposit',
  'withdraw',
  'addInviter',
  'editName',
  'avatar',
];

const isWalletDialog = (name: DialogName | null): boolean => name !== null && walletDialogs.includes(name);

/** Replaces the wallet dialogs after one of them throws an error. */
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
  /** Error message to show if the wallet code cannot be loaded. */
  failure: string;
  /** Number of load requests so far. After a failure, a new request retries. */
  wanted: number;
  onWant: () => void;
  load: (locale: Locale) => Promise<WalletRoot>;
};

/**
 * Lightweight entry point to the wallet that lets the connect dialog open immediately. The wallet root loads after the
 * dialog has opened, so that the wallet is ready when the user chooses an option.
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
        cancelSignIn();
        notify('error', failure);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, locale, failure, load]);

  const requestIsland = () => {
    if (!walletRoot) onWant();
  };
  const choose = (wish: SignInRequest) => {
    requestSignIn(wish);
    requestIsland();
  };
  return (
    <ErrorBoundary
      fallback={(retry) => <FailedDialog wording={wording} onRetry={retry} />}
      onError={() => {
        cancelSignIn();
        setSignInStep('idle');
        // An open wallet dialog already shows the error.
        if (!isWalletDialog(useDialogs.getState().open)) notify('error', wording.failed);
      }}
    >
      <ConnectDialog
        locale={locale}
        wording={wording}
        // Runs after the frame in which the dialog receives focus, so that loading does not delay it.
        onOpened={() => requestAnimationFrame(() => setTimeout(requestIsland))}
        onChoose={choose}
      />
      {walletRoot ? <walletRoot.WalletRoot setup={walletRoot.setup} locale={locale} /> : null}
    </ErrorBoundary>
  );
}
