'use client';

import { Dialog } from '@/components/ui/dialog';
import { dropWish, type LoginWish, useLoginState } from '@/components/wallet/shell/login-state';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { useSession } from '@/lib/session/session';
import type { DoorWording } from './door-wording';
import { LoginProgress } from './login-progress';
import { WalletList } from './wallet-list';

/** The first door: the wallets to choose from, then what the chosen one is asked for. One dialog from end to end. */
export function ConnectDialog({
  locale,
  wording,
  onOpened,
  onChoose,
}: {
  locale: Locale;
  wording: DoorWording;
  /** Called when it stands still on the screen. */
  onOpened: () => void;
  onChoose: (wish: LoginWish) => void;
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
        dropWish();
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
