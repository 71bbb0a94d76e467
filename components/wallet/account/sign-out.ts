import { closeDialog } from '@/lib/browser/dialogs';
import { endSession } from '@/lib/session/session-changes';
import { useCalls } from '@/lib/wallet/calls/call-store';

/** Signs out, and disconnects the wallet. The others of a call are told first, as long as there is a session. */
export async function signOut(): Promise<void> {
  closeDialog('wallet');
  const { host } = useCalls.getState();
  // If they can't be told, they notice by themselves that nobody answers.
  await host?.leave().catch(() => undefined);
  endSession();
}
