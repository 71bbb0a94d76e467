import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
/**
 * Runs work that other accounts can make fail, and whose failure must not block this account's actions. Returns whether
 * it succeeded.
 */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isFinal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError)) throw error;
    return false;
  }
}
