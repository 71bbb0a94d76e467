'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { useSession } from '@/lib/session/session';
import type { ConnectWording } from './connect-wording';
import { cancelLogin, type LoginRequest, type LoginStep, useLoginState } from './sign-in-state';
import { WalletList } from './wallet-list';

/** Steps that end when the user answers the wallet, which may hang. */
const walletSteps: readonly LoginStep[] = ['connecting', 'signing'];

/** The current sign-in step, or a button to continue if a reload interrupted the sign-in. */
function LoginProgress({
  step,
  account,
  wording,
  onSign,
}: {
  step: LoginStep;
  account: string | undefined;
  wording: ConnectWording;
  onSign: () => void;
}) {
  return (
    <div className="grid gap-4">
      {account ? <p className="font-mono text-sm break-all text-muted">{account}</p> : null}
      <div role="status" className="grid gap-1">
        <p>{wording.step[step]}</p>
        {walletSteps.includes(step) ? <p className="text-sm text-muted">{wording.noPrompt}</p> : null}
      </div>
      {step === 'idle' ? (
        <Button variant="signal" onClick={onSign}>
          {wording.sign}
        </Button>
      ) : (
        <>
          <span aria-hidden="true" className="busy-line" />
          {step === 'verifying' ? null : <Button onClick={cancelLogin}>{wording.cancel}</Button>}
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
  onChoose: (wish: LoginRequest) => void;
}) {
  const loggedIn = useSession((state) => state.token !== null);
  const open = useDialogs((state) => state.open === 'wallet') && !loggedIn;
  const { step, account } = useLoginState();

  return (
    <Dialog
      open={open}
      keepMounted={!loggedIn}
      onOpened={onOpened}
      onClose={() => {
        cancelLogin();
        closeDialog('wallet');
      }}
      title={wording.title}
      closeLabel={wording.close}
    >
      {step !== 'idle' || account ? (
        <LoginProgress
          // After sign-in, the dialog keeps showing the last step while it closes.
          step={loggedIn ? 'verifying' : step}
          account={account}
          wording={wording}
          onSign={() => onChoose({ by: 'connected' })}
        />
      ) : (
        <WalletList locale={locale} wording={wording} onChoose={onChoose} />
      )}
    </Dialog>
  );
}
