import { useId, useRef } from 'react';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { AccountDialog } from './account-dialog';
import { AccountMenu } from './account-menu';
import { InvitationCapture } from './invitation';
import type { ProfileDialogName } from './profile-card';
import { ProfileDialogs } from './profile-dialogs';

/** The account's menu, the account dialog, and the profile dialogs. Closing a profile dialog returns to the account dialog. */
export function AccountDialogs() {
  const id = useId();
  const isSignedIn = useSession((state) => state.token !== null);
  const lastOpened = useRef<ProfileDialogName>(null);
  const idOf = (dialog: ProfileDialogName) => `${id}-${dialog}`;
  return (
    <>
      <InvitationCapture />
      <AccountMenu />
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
      {isSignedIn ? (
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
