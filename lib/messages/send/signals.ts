import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { isLogged } from '@/lib/messages/protocol/call-log';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { logSignal } from '@/lib/messages/receive/calls';
import type { CallSignal, SignalTarget } from '@/lib/wallet/calls/signal';
import { sendNow } from './outbox';

/**
 * Sends a call signal immediately. Signals to accounts go to all devices of the conversation, including this account's
 * other devices.
 * @throws MessengerError if it can't be sent.
 */
export async function sendSignal(
  engine: Engine,
  id: ConversationId,
  { to, signal }: { to: SignalTarget; signal: CallSignal },
): Promise<void> {
  const log = () =>
    engine.write(async (batch) => {
      const conversation = await requireConversation(engine, id, batch);
      await logSignal(engine, batch, { conversation, by: engine.account, signal, to, at: engine.now() });
    });
  // Record a hang-up or decline even without a connection. Record an invite only after it was sent.
  const isInvite = signal.type === 'invite';
  if (!isInvite && isLogged(signal)) await log();
  await sendNow(engine, id, { type: 'call', signal }, 'device' in to ? to.device : null);
  if (isInvite) await log();
}
