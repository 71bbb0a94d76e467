import {
  encodeContent,
  type MessageBody,
  type MessageReference,
  randomId,
} from '@/lib/messages/protocol/content';
import { isChange, isShown, refersTo, targetOf } from '@/lib/messages/protocol/message-changes';
import { MessengerError, type MessengerReason } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId, MessageState } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredOutgoing } from '@/lib/messages/storage/records';
import { type Batch, keysUnder, type OutboxKey } from '@/lib/messages/storage/store';
import { applyContent } from './apply-content';
import { groupsOf, lastMessageOf, requireAccepted, requireConversation } from './conversations';
import type { Engine } from './engine';
import { deleteImage } from './image-cache';
import { recordRequestTransfers } from './transfers';

const encoded = (content: Parameters<typeof encodeContent>[0]): Uint8Array => {
  try {
    return encodeContent(content);
  } catch (cause) {
    throw new MessengerError('invalid', { cause });
  }
};

/** Creates content of this account and encodes it. @throws MessengerError if it is invalid. */
export function newContent({ now }: Engine, body: MessageBody) {
  const content = { id: randomId(), at: now(), body };
  return { content, bytes: encoded(content) };
}

function shownAt({ account }: Engine, id: string, body: MessageBody): MessageReference | null {
  if (isShown(body)) return { by: account, id };
  return isChange(body) ? targetOf(account, body) : null;
}

/** Stores content of this account and adds it to the outbox. Returns its message ID. */
export async function putOutgoing(
  engine: Engine,
  batch: Batch,
  { id, body, upload = null }: { id: ConversationId; body: MessageBody; upload?: StoredOutgoing['upload'] },
): Promise<string> {
  const { content, bytes } = newContent(engine, body);
  const known = await requireConversation(engine, id, batch);
  if (known.hasLeft) throw new MessengerError('notMember');
  // Only rooms have content that depends on roles, and a device has one group of a room.
  const [group = null] = known.kind === 'room' ? await groupsOf(engine, known, batch) : [];
  if (known.kind === 'room' && !group) throw new MessengerError('notMember');
  requireAccepted(known);
  // Replying to a request of an account accepts it.
  if (isShown(body)) await recordRequestTransfers(engine, batch, known);
  const conversation = isShown(body)
    ? { ...known, isRequest: false, requestSize: 0, acceptedRoles: 'ofGroup' as const, draft: '' }
    : known;
  batch.put('conversations', id, conversation);
  const sent = { by: engine.account, content, state: { kind: 'waiting' } as const };
  await applyContent(engine, batch, { conversation, group, ...sent });
  const [, last = 0] = (await engine.store.lastKey('outbox', keysUnder(id))) ?? [];
  batch.put('outbox', [id, last + 1], {
    conversationId: id,
    messageId: content.id,
    target: shownAt(engine, content.id, body),
    content: bytes,
    encrypted: null,
    upload,
    failure: null,
  });
  return content.id;
}

/**
 * Stores content of this account. It is shown immediately and sent when possible.
 * @throws MessengerError if the content is invalid or this account has left the conversation.
 */
export const enqueue = (engine: Engine, id: ConversationId, body: MessageBody): Promise<string> =>
  engine.write((batch) => putOutgoing(engine, batch, { id, body }));

/** Sends the room's name, because added members can't read earlier messages. */
export async function sendRoomName(
  engine: Engine,
  batch: Batch,
  { id, kind, name, hasLeft }: StoredConversation,
): Promise<void> {
  if (kind === 'room' && name !== '' && !hasLeft)
    await putOutgoing(engine, batch, { id, body: { type: 'name', name } });
}

/** Responds to a join request that the invite code has expired. */
export async function sendInviteEnded(
  engine: Engine,
  batch: Batch,
  { id }: Pick<StoredConversation, 'id'>,
  secret: string,
): Promise<void> {
  await putOutgoing(engine, batch, { id, body: { type: 'inviteEnded', secret } });
}

/** Sets the displayed state of a message, if the message still exists. */
export async function showState(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    target,
    state,
  }: {
    conversation: Pick<StoredConversation, 'id'>;
    target: MessageReference | null;
    state: MessageState;
  },
): Promise<void> {
  if (target === null) return;
  for (const { sequence, item } of await engine.store.findMessages(conversation.id, target.id)) {
    if (item.kind !== 'message' || !refersTo(item, target)) continue;
    const isOthers = !engine.isSelf(item.by) && state.kind !== 'failed';
    batch.put('messages', [conversation.id, sequence], {
      ...item,
      state: isOthers ? { kind: 'received' } : state,
    });
  }
}

/** Marks the message of an outbox record as failed. Deletes a record whose state no message shows. */
export async function putFailed(
  engine: Engine,
  batch: Batch,
  { place, record, reason }: { place: OutboxKey; record: StoredOutgoing; reason: MessengerReason },
): Promise<void> {
  const { conversationId, target } = record;
  // Read marks and room names are sent again with the next change.
  if (target === null) batch.delete('outbox', place);
  else batch.put('outbox', place, { ...record, encrypted: null, failure: reason });
  const state = { kind: 'failed', reason } as const;
  await showState(engine, batch, { conversation: { id: conversationId }, target, state });
}

/** Returns an outbox record, or null if it was removed in the meantime and another record may have its key. */
export async function recordAt(
  engine: Engine,
  { place, attempt: { messageId } }: { place: OutboxKey; attempt: Pick<StoredOutgoing, 'messageId'> },
  batch?: Batch,
): Promise<StoredOutgoing | null> {
  const record = await engine.store.read('outbox', place, batch);
  return record?.messageId === messageId ? record : null;
}

/** Marks a message as failed. */
export async function fail(
  engine: Engine,
  { place, record, reason }: { place: OutboxKey; record: StoredOutgoing; reason: MessengerReason },
): Promise<void> {
  await engine.write(async (batch) => {
    if (await recordAt(engine, { place, attempt: record }, batch))
      await putFailed(engine, batch, { place, record, reason });
  });
}

/** Returns the outbox records whose state a message displays, with their keys. */
export async function outgoingAt(engine: Engine, id: ConversationId, target: MessageReference) {
  const all = await engine.store.readAll('outbox', keysUnder(id));
  return all.filter(
    ({ value }) =>
      value.target !== null &&
      refersTo({ id: target.id, by: target.by as typeof engine.account }, value.target),
  );
}

/** Queues the failed records of a message again. */
export async function retry(engine: Engine, id: ConversationId, target: MessageReference): Promise<void> {
  await engine.write(async (batch) => {
    const records = await outgoingAt(engine, id, target);
    // Upload the image again, because the server may have deleted it since.
    for (const { key, value } of records)
      batch.put('outbox', key, { ...value, upload: value.upload && 'waiting', failure: null });
    if (records.length > 0)
      await showState(engine, batch, { conversation: { id }, target, state: { kind: 'waiting' } });
  });
}

/** Removes an unsent message, or an unsent change to a sent message. */
export async function discard(engine: Engine, id: ConversationId, target: MessageReference): Promise<void> {
  await engine.write(async (batch) => {
    const records = await outgoingAt(engine, id, target);
    const failed = records.filter(({ value }) => value.failure !== null);
    for (const { key } of failed) batch.delete('outbox', key);
    const isMessage = failed.some(({ value }) => value.messageId === target.id);
    const [found] = await engine.store.findMessages(id, target.id);
    if (!found) return;
    if (!isMessage)
      return showState(engine, batch, { conversation: { id }, target, state: { kind: 'sent' } });
    for (const { key } of records) batch.delete('outbox', key);
    batch.delete('messages', [id, found.sequence]);
    await deleteImage(engine, batch, { id, message: target });
    const conversation = await requireConversation(engine, id, batch);
    if (conversation.lastMessage?.sequence !== found.sequence) return;
    const earlier = await engine.store.readItems(id, { before: found.sequence, limit: 20 });
    const last = earlier.flatMap(({ sequence, item }) =>
      item.kind === 'message' ? [lastMessageOf(engine, { sequence, item, at: item.at })] : [],
    );
    batch.put('conversations', id, { ...conversation, lastMessage: last[0] ?? null });
  });
}
