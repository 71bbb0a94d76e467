import { closeDialog } from '@/lib/browser/dialogs';
import { endSession } from '@/lib/session/session-changes';
import { useCalls } from '@/lib/wallet/calls/call-store';

/** Hangs up, then signs out and disconnects the wallet. Hanging up needs the session, so it comes first. */
export async function signOut(): Promise<void> {
  closeDialog('wallet');
  const { host } = useCalls.getState();
  // Sign out even if the hang-up message can't be sent.
  await host?.leave().catch(() => undefined);
  endSession();
}
