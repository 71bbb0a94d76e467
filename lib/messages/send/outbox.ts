import type { Engine } from '@/lib/messages/core/engine';
import { fail, recordAt, showState } from '@/lib/messages/core/outgoing';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredOutgoing } from '@/lib/messages/storage/records';
import type { OutboxKey } from '@/lib/messages/storage/store';
import { sendIn } from './send-content';

async function sendRecord(engine: Engine, place: OutboxKey, record: StoredOutgoing): Promise<void> {
  const { conversationId, target } = record;
  await sendIn(engine, conversationId, { attempt: record, place });
  await engine.write(async (batch) => {
    if (await recordAt(engine, { place, attempt: record }, batch)) batch.delete('outbox', place);
    await showState(engine, batch, {
      conversation: { id: conversationId },
      target,
      state: { kind: 'sent' },
    });
  });
}

/**
 * Sends a conversation's outbox in order. A message that can't be sent for its own reasons is marked as failed and doesn't
 * block the others. While an account's chain can't be read, all of them wait.
 * @throws MessengerError if the server is unreachable or the device was revoked, with the outbox unchanged, or
 * DOMException if the storage fails.
 */
export async function flushOutbox(engine: Engine, id: ConversationId): Promise<void> {
  engine.requireConversation(id);
  const failures: unknown[] = [];
  const after = (number: number) =>
    engine.store.nextKey('outbox', IDBKeyRange.bound([id, number], [id, []], true));
  // Reads one record at a time, because sending can append another one: the room's name for a device that was just
  // added.
  for (let place = await after(0); place; place = await after(place[1])) {
    const record = await engine.store.read('outbox', place);
    // Only the message with the image waits for the upload.
    if (!record || record.failure !== null || record.upload === 'waiting') continue;
    try {
      await sendRecord(engine, place, record);
    } catch (error) {
      if (error instanceof UnverifiedError) break;
      if (isFinal(error)) throw error;
      const reason = error instanceof MessengerError ? error.reason : 'server';
      if (!(error instanceof MessengerError)) failures.push(error);
      await fail(engine, { place, record, reason });
    }
  }
  if (failures.length > 0) throw failures[0];
}
