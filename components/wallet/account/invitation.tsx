import { useEffect } from 'react';
import { create } from 'zustand';
import { useUser } from '@/lib/api/hooks';
import { openDialog } from '@/lib/browser/dialogs';
import { keepInvitation, takeInvitation } from '@/lib/wallet/account/invitation';

/** Invite code that prefills the inviter dialog. */
export const useInvitation = create<{ code: string }>(() => ({ code: '' }));

/** Stores the invite code from the URL, so that it can be used after sign-in. */
export function InvitationCapture() {
  useEffect(() => keepInvitation(), []);
  return null;
}

/** Opens the prefilled inviter dialog if the user arrived through an invite link and has no inviter yet. */
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
