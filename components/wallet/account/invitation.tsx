import { useEffect } from 'react';
import { create } from 'zustand';
import { useUser } from '@/lib/api/hooks';
import { openDialog } from '@/lib/browser/dialogs';
import { keepInvitation, takeInvitation } from '@/lib/wallet/account/invitation';

/** The code that prefills the inviter dialog. */
export const useInvitation = create<{ code: string }>(() => ({ code: '' }));

/** Stores the invitation from the URL for later. */
export function InvitationCapture() {
  useEffect(() => keepInvitation(), []);
  return null;
}

/** Opens the inviter dialog, prefilled, if the user came by an invite link and has no inviter yet. */
export function Invitation() {
  const { data: user } = useUser();
  useEffect(() => {
    if (!user) return;
    const code = takeInvitation();
    if (code === null || user.inviter !== null || user.inviteCode === code) return;
    useInvitation.setState({ code });
    openDialog('addInviter');
  }, [user]);
  return null;
}
