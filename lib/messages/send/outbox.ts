import type { Hex } from 'viem';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { fail, newContent, recordAt, showState } from '@/lib/messages/core/outgoing';
import { abandon, MissedCommitError } from '@/lib/messages/members/lagging-devices';
import type { MessageBody } from '@/lib/messages/protocol/content';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredOutgoing } from '@/lib/messages/storage/records';
import type { OutboxKey } from '@/lib/messages/storage/store';
import { shareAbandoned, shareHeads } from './announcements';
import { readyGroup } from './ready-group';
import { type Attempt, transmit } from './transmit';

type Outgoing = { attempt: Attempt; place: OutboxKey | null };

/** Sends a typing signal, which never starts a group. */
export async function sendTyping(engine: Engine, id: ConversationId): Promise<void> {
  engine.requireConversation(id);
  const { content, bytes } = newContent(engine, { type: 'typing' });
  const attempt = { messageId: content.id, content: bytes, encrypted: null };
  await readyGroup(engine, id, false);
  await transmit(engine, id, { attempt, place: null });
}

async function sendOnce(engine: Engine, id: ConversationId, outgoing: Outgoing): Promise<void> {
  const group = await readyGroup(engine, id);
  await shareHeads(engine, id, group);
  await shareAbandoned(engine, id);
  await transmit(engine, id, outgoing);
}

/** Sends content in a conversation. If this device can't follow a direct one anymore, starts a new group. */
export async function sendIn(engine: Engine, id: ConversationId, outgoing: Outgoing): Promise<void> {
  try {
    await sendOnce(engine, id, outgoing);
  } catch (error) {
    const { kind } = await requireConversation(engine, id);
    if (!(error instanceof MissedCommitError) || kind === 'room') throw error;
    // No other account can add this device again.
    await abandon(engine, id, error.groupId);
    await sendOnce(engine, id, outgoing);
  }
}

/**
 * Sends content immediately, without storing it, to all devices of the conversation or to one of them.
 * @throws MessengerError if it can't be sent.
 */
export async function sendNow(
  engine: Engine,
  id: ConversationId,
  body: MessageBody,
  only: Hex | null = null,
): Promise<void> {
  engine.requireConversation(id);
  const { content, bytes } = newContent(engine, body);
  const attempt = { messageId: content.id, content: bytes, encrypted: null, only };
  await sendIn(engine, id, { attempt, place: null });
}

/**
 * Asks the other members of a room to remove this account. Skips maintenance and ignores warnings about logs and
 * missing recipients, because nothing that other members do may keep an account in a room.
 * @throws MessengerError if the server is unreachable.
 */
export async function sendLeave(
  engine: Engine,
  id: ConversationId,
  check: (conversation: StoredConversation) => void,
): Promise<void> {
  engine.requireConversation(id);
  const { content, bytes } = newContent(engine, { type: 'leave' });
  const attempt = { messageId: content.id, content: bytes, encrypted: null, check };
  try {
    await transmit(engine, id, { attempt, place: null });
  } catch (error) {
    if (isFinal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError)) throw error;
  }
}

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
