'use client';

import { useEffect, useId, useRef } from 'react';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { AccountDialog } from './account-dialog';
import { Invitation, InvitationKeeper } from './invitation';
import { InviterDialog } from './inviter-dialog';
import { NameDialog } from './name-dialog';
import { PictureDialog } from './picture-dialog';
import type { ProfileDialogName } from './profile-card';

const profileDialogs: readonly ProfileDialogName[] = ['editName', 'addInviter', 'avatar'];

function ProfileDialogs({ onClose }: { onClose: (dialog: ProfileDialogName) => void }) {
  // A login that ends takes them along; the next one does not find one open.
  useEffect(() => () => profileDialogs.forEach(closeDialog), []);
  return (
    <>
      <NameDialog onClose={() => onClose('editName')} />
      <InviterDialog onClose={() => onClose('addInviter')} />
      <Invitation />
      <PictureDialog onClose={() => onClose('avatar')} />
    </>
  );
}

/** The wallet dialog and those that open from it and lead back to it. */
export function AccountDialogs() {
  const id = useId();
  const loggedIn = useSession((state) => state.token !== null);
  const cameFrom = useRef<ProfileDialogName>(null);
  const idOf = (dialog: ProfileDialogName) => `${id}-${dialog}`;
  return (
    <>
      <InvitationKeeper />
      <AccountDialog
        idOf={idOf}
        onOpen={(dialog) => {
          cameFrom.current = dialog;
          openDialog(dialog);
        }}
        firstFocus={() => {
          const dialog = cameFrom.current;
          cameFrom.current = null;
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
