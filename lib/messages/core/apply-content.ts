import { type Address, isAddressEqual } from 'viem';
import type { MessageContent } from '@/lib/messages/protocol/content';
import {
  changeMessage,
  isChange,
  isShown,
  refersTo,
  targetOf,
} from '@/lib/messages/protocol/message-changes';
import { roleOf } from '@/lib/messages/protocol/roles';
import type { MessageState, NoticeEvent } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredItem } from '@/lib/messages/storage/records';
import { type Batch, keysUnder } from '@/lib/messages/storage/store';
import { recordChosenName } from './chosen-names';
import { lastMessageOf } from './conversations';
import type { Engine } from './engine';
import { deleteImage } from './image-cache';
import { forgetJoinRequests, recordJoin } from './invites';
import { withCounted } from './requests';
import { recordTransfer } from './transfers';

/** Maximum number of changes per conversation that wait for their message. Limits the storage that senders can fill. */
const MAX_EARLY_CHANGES = 200;

/**
 * Appends an item to a conversation, unless it is a request that is full or, for a notice, hidden. Returns the updated
 * conversation, which is also put in the batch.
 */
export function addItem(
  engine: Engine,
  batch: Batch,
  { conversation: known, item }: { conversation: StoredConversation; item: StoredItem },
): StoredConversation {
  // A hidden request is only shown again because of a message.
  const isDropped = known.isRequest && known.isHidden && item.kind === 'notice';
  const conversation = known.isRequest && !isDropped ? withCounted(known, item) : known;
  if (conversation === null || isDropped) {
    batch.put('conversations', known.id, known);
    return known;
  }
  const sequence = conversation.nextSequence;
  const next: StoredConversation = { ...conversation, nextSequence: sequence + 1 };
  batch.put('messages', [conversation.id, sequence], item);
  if (item.kind === 'message') {
    const isOwn = engine.isSelf(item.by);
    next.isHidden = false;
    next.at = engine.now();
    next.lastMessage = lastMessageOf(engine, { sequence, item, at: engine.now() });
    if (item.state.kind === 'received' && !isOwn) next.unread += 1;
  } else if (conversation.kind === 'room') {
    next.isHidden = false;
    next.at = engine.now();
  }
  batch.put('conversations', conversation.id, next);
  return next;
}

/** Adds timeline notices about an account's actions. */
export const addNotices = (
  engine: Engine,
  batch: Batch,
  {
    conversation,
    by,
    events,
  }: { conversation: StoredConversation; by: Address; events: readonly NoticeEvent[] },
): StoredConversation =>
  events.reduce(
    (known, event) =>
      addItem(engine, batch, { conversation: known, item: { kind: 'notice', by, at: engine.now(), event } }),
    conversation,
  );

type Sent = { by: Address; content: MessageContent; state: MessageState };

/** Adds a message, unless this device already has it. */
async function addMessage(
  engine: Engine,
  batch: Batch,
  conversation: StoredConversation,
  { by, content, state }: Sent,
): Promise<void> {
  const { id, body } = content;
  if (!isShown(body)) return;
  // Caps the sender's time, because a message can't be sent after it was received.
  const at = Math.min(content.at, engine.now());
  const known = await engine.store.findMessages(conversation.id, id);
  if (known.some(({ item }) => isAddressEqual(item.by, by))) return;
  let message = { kind: 'message' as const, id, by, at, body, isEdited: false, reactions: [], state };
  const range = IDBKeyRange.bound([conversation.id, id], [conversation.id, id, []]);
  for (const early of await engine.store.readAll('early', range)) {
    if (!refersTo(message, targetOf(early.value.by, early.value.body))) continue;
    message = changeMessage({ ...message }, early.value.by, early.value.body) as typeof message;
    batch.delete('early', early.key);
  }
  const payment = { conversationId: conversation.id, message };
  const isRepeated = !conversation.isRequest && (await recordTransfer(engine, batch, payment));
  addItem(engine, batch, { conversation, item: isRepeated ? { ...message, isRepeated } : message });
}

/** Applies a reaction, edit, or deletion, or stores it until its message arrives. */
async function applyChange(
  engine: Engine,
  batch: Batch,
  conversation: StoredConversation,
  { by, content }: Pick<Sent, 'by' | 'content'>,
): Promise<void> {
  const { body, id } = content;
  if (!isChange(body)) return;
  const target = targetOf(by, body);
  for (const { sequence, item } of await engine.store.findMessages(conversation.id, target.id)) {
    if (item.kind !== 'message' || !refersTo(item, target)) continue;
    const changed = changeMessage(item, by, body);
    // A stranger's edits could otherwise grow small messages.
    const counted = conversation.isRequest ? withCounted(conversation, changed) : conversation;
    if (counted === null) return;
    if (counted !== conversation) batch.put('conversations', conversation.id, counted);
    batch.put('messages', [conversation.id, sequence], changed);
    if (changed.body === null) await deleteImage(engine, batch, { id: conversation.id, message: target });
    const { lastMessage } = conversation;
    if (lastMessage?.sequence === sequence)
      batch.put('conversations', conversation.id, {
        ...counted,
        lastMessage: { ...lastMessage, body: changed.body },
      });
    return;
  }
  // Don't store a stranger's changes to messages that may not exist.
  if (conversation.isRequest) return;
  const waiting = keysUnder(conversation.id);
  if ((await engine.store.count('early', waiting)) < MAX_EARLY_CHANGES)
    batch.put('early', [conversation.id, target.id, id], { by, body });
}

/**
 * Records the latest message that an account has read. A read mark from this account's other device applies here as
 * well.
 */
async function applyReadMark(
  engine: Engine,
  batch: Batch,
  conversation: StoredConversation,
  { by, upTo }: { by: Address; upTo: { by: string; id: string } },
): Promise<void> {
  const found = (await engine.store.findMessages(conversation.id, upTo.id)).find(
    ({ item }) => item.kind === 'message' && refersTo(item, upTo),
  );
  if (!found) return;
  const sequence = Math.max(found.sequence, conversation.reads[by] ?? -1);
  const isAll = engine.isSelf(by) && found.sequence >= (conversation.lastMessage?.sequence ?? 0);
  batch.put('conversations', conversation.id, {
    ...conversation,
    reads: { ...conversation.reads, [by]: sequence },
    unread: isAll ? 0 : conversation.unread,
  });
}

/**
 * Applies a member's content to a conversation, except typing indicators and log heads. The content is untrusted: `by`
 * is the account that MLS authenticated, and `group` provides its role.
 */
export async function applyContent(
  engine: Engine,
  batch: Batch,
  { conversation, group, ...sent }: Sent & { conversation: StoredConversation; group: StoredGroup | null },
): Promise<void> {
  const { by, content } = sent;
  const { body } = content;
  if (isShown(body)) return addMessage(engine, batch, conversation, sent);
  if (isChange(body)) return applyChange(engine, batch, conversation, sent);
  switch (body.type) {
    case 'read':
      return applyReadMark(engine, batch, conversation, { by, upTo: body.upTo });
    case 'name': {
      // A regular member's other device sends the name when it adds this one.
      const mayName =
        group?.roles.kind === 'room' && (engine.isSelf(by) || roleOf(group.roles, by) !== 'member');
      if (!mayName || conversation.name === body.name) return;
      const named = { ...conversation, name: body.name };
      addNotices(engine, batch, { conversation: named, by, events: [{ type: 'renamed', name: body.name }] });
      return;
    }
    case 'heads':
      // From a request's member, whose log has been read since. The heads themselves aren't kept.
      recordChosenName(engine, batch, { conversation, by, name: body.name });
      return;
    case 'leave':
      if (conversation.kind !== 'room') return;
      // The user has left on another device.
      if (engine.isSelf(by)) {
        batch.put('conversations', conversation.id, { ...conversation, isLeftBefore: true });
        for (const groupId of conversation.groups) await forgetJoinRequests(engine, batch, groupId);
        return;
      }
      batch.put('conversations', conversation.id, {
        ...conversation,
        // Only a later request brings the account back.
        joining: conversation.joining.filter((one) => !isAddressEqual(one, by)),
        leaving: [...conversation.leaving.filter((one) => !isAddressEqual(one, by)), by],
      });
      return;
    case 'join':
      if (conversation.kind === 'direct') await recordJoin(engine, batch, by, body.secret);
      return;
    case 'inviteEnded': {
      const { asked } = conversation;
      if (!engine.isSelf(by) && asked?.secret === body.secret)
        batch.put('conversations', conversation.id, { ...conversation, asked: { ...asked, hasEnded: true } });
      return;
    }
    default:
      return;
  }
}
