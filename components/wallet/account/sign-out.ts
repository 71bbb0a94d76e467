import { closeDialog } from '@/lib/browser/dialogs';
import { endSession } from '@/lib/session/session-changes';
import { useCalls } from '@/lib/wallet/calls/call-store';
import { unsubscribeFromPush } from '@/lib/wallet/push/push-subscription';

/**
 * Hangs up and ends push messages, then signs out and disconnects the wallet. The first two need the session, so they come first.
 */
export async function signOut(): Promise<void> {
  closeDialog('wallet');
  const { host } = useCalls.getState();
  // Sign out even if one of them fails. The server then ends the subscription with the session.
  await Promise.allSettled([host?.leave(), unsubscribeFromPush()]);
  endSession();
}
