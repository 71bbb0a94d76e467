import type { Hex } from 'viem';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { newContent } from '@/lib/messages/core/outgoing';
import { abandon, BehindError } from '@/lib/messages/members/lagging-devices';
import type { MessageBody } from '@/lib/messages/protocol/content';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/records';
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
    if (!(error instanceof BehindError) || kind === 'room') throw error;
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
