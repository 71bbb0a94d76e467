'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import {
  cancelLogin,
  type LoginRequest,
  type LoginStep,
  useLoginState,
} from '@/components/wallet/shell/login-state';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { useSession } from '@/lib/session/session';
import type { ConnectWording } from './connect-wording';
import { WalletList } from './wallet-list';

/** What the wallet is asked for now, or, after a reload in the middle of a login, the way on. */
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
      <p role="status">{wording.step[step]}</p>
      {step === 'idle' ? (
        <Button variant="signal" onClick={onSign}>
          {wording.sign}
        </Button>
      ) : (
        <span aria-hidden="true" className="busy-line" />
      )}
      <p className="text-xs text-muted">{wording.signNote}</p>
    </div>
  );
}

/** The first door: the wallets to choose from, then what the chosen one is asked for. One dialog from end to end. */
export function ConnectDialog({
  locale,
  wording,
  onOpened,
  onChoose,
}: {
  locale: Locale;
  wording: ConnectWording;
  /** Called when it stands still on the screen. */
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
          // On its way out it offers nothing anew.
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
