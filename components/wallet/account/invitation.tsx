import { useEffect } from 'react';
import { create } from 'zustand';
import { useUser } from '@/lib/api/hooks';
import { openDialog } from '@/lib/browser/dialogs';
import { keepInvitation, takeInvitation } from '@/lib/wallet/account/invitation';

/** The code that the dialog for an inviter begins with. */
export const useInvitation = create<{ code: string }>(() => ({ code: '' }));

/** Keeps an invitation for later. */
export function InvitationKeeper() {
  useEffect(() => keepInvitation(), []);
  return null;
}

/** Leads who came by an invite link, and has no inviter yet, to the dialog with its code: to add it or to leave it. */
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
