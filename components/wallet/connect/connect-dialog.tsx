'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { useSession } from '@/lib/session/session';
import type { ConnectWording } from './connect-wording';
import {
  cancelSignIn,
  type SignInProblem,
  type SignInRequest,
  type SignInStep,
  useSignInState,
} from './sign-in-state';
import { WalletList } from './wallet-list';

/** Steps that end when the user answers the wallet, which may hang. */
const walletSteps: readonly SignInStep[] = ['connecting', 'switching', 'signing'];

/** The current sign-in step, or buttons to continue after a reload, or after a failure on the wallet's network. */
function SignInProgress({
  step,
  account,
  problem,
  wording,
  onChoose,
}: {
  step: SignInStep;
  account: string | undefined;
  problem: SignInProblem | null;
  wording: ConnectWording;
  onChoose: (wish: SignInRequest) => void;
}) {
  const networks = problem?.networks ?? [];
  return (
    <div className="grid gap-4">
      {account ? <p className="font-mono text-sm break-all text-muted">{account}</p> : null}
      <div role="status" className="grid gap-1">
        {problem ? null : <p>{wording.step[step]}</p>}
        {walletSteps.includes(step) ? <p className="text-sm text-muted">{wording.noPrompt}</p> : null}
      </div>
      {step === 'idle' ? (
        <>
          {networks.map(({ label, chainId }) => (
            <Button key={chainId} onClick={() => onChoose({ by: 'connected', switchTo: chainId })}>
              {label}
            </Button>
          ))}
          <Button variant="signal" onClick={() => onChoose({ by: 'connected' })}>
            {wording.sign}
          </Button>
          <Button variant="plain" onClick={cancelSignIn}>
            {wording.otherWallet}
          </Button>
        </>
      ) : (
        <>
          <span aria-hidden="true" className="busy-line" />
          {step === 'verifying' ? null : <Button onClick={cancelSignIn}>{wording.cancel}</Button>}
        </>
      )}
      <p className="text-xs text-muted">{wording.signNote}</p>
    </div>
  );
}

/** Dialog to select a wallet and then sign in. */
export function ConnectDialog({
  locale,
  wording,
  onOpened,
  onChoose,
}: {
  locale: Locale;
  wording: ConnectWording;
  /** Called when the opening animation ends. */
  onOpened: () => void;
  onChoose: (wish: SignInRequest) => void;
}) {
  const isSignedIn = useSession((state) => state.token !== null);
  const open = useDialogs((state) => state.open === 'wallet') && !isSignedIn;
  const { step, account, problem } = useSignInState();

  return (
    <Dialog
      open={open}
      keepMounted={!isSignedIn}
      onOpened={onOpened}
      onClose={() => {
        cancelSignIn();
        closeDialog('wallet');
      }}
      title={wording.title}
      closeLabel={wording.close}
    >
      {problem ? (
        <p role="alert" className="mb-4 border-s-2 border-error ps-3 text-sm">
          {problem.text}
        </p>
      ) : null}
      {step !== 'idle' || account ? (
        <SignInProgress
          // After sign-in, the dialog keeps showing the last step while it closes.
          step={isSignedIn ? 'verifying' : step}
          account={account}
          wording={wording}
          problem={problem}
          onChoose={onChoose}
        />
      ) : (
        <WalletList locale={locale} wording={wording} onChoose={onChoose} />
      )}
    </Dialog>
  );
}
