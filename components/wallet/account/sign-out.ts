import { closeDialog } from '@/lib/browser/dialogs';
import { endSession } from '@/lib/session/session-changes';
import { useCalls } from '@/lib/wallet/calls/call-store';
import { unsubscribeFromPush } from '@/lib/wallet/push/push-subscription';

/**
 * Hangs up, then signs out and disconnects the wallet. Hanging up needs the session, so it comes first. The server ends push messages
 * with the session, and the browser at the same time.
 */
export async function signOut(): Promise<void> {
  closeDialog('wallet');
  const { host } = useCalls.getState();
  // PushKeeper ends it at the next visit if this fails.
  void unsubscribeFromPush().catch(() => undefined);
  // Sign out even if the message to hang up can't be sent.
  await host?.leave().catch(() => undefined);
  endSession();
}
