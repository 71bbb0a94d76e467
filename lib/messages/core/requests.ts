import { type Address, isAddressEqual } from 'viem';
import type { LogHead } from '@/lib/messages/protocol/binding-log';
import type { MessageContent } from '@/lib/messages/protocol/content';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { Member } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredItem } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';
import { deleteImages } from './image-cache';
import { recordRequestTransfers } from './transfers';

/**
 * Maximum number of shown requests, in total and per inviter, and of hidden ones, of which only the groups are stored.
 * Beyond it, one is hidden or deleted.
 */
const MAX_REQUESTS = { overall: 50, fromInviter: 5, hidden: 200 } as const;
/** Maximum size of a request's items, in characters of JSON. Further items are dropped. */
const MAX_REQUEST_CHARACTERS = 32 * 1_024;

/** Maximum number of reported log heads per request. */
const MAX_REQUEST_HEADS = 200;

/** Returns the request with an item counted toward its size, or null if it is full. */
export function withCounted(
  conversation: StoredConversation,
  item: StoredItem | MessageContent,
): StoredConversation | null {
  const requestSize = conversation.requestSize + JSON.stringify(item).length;
  return requestSize > MAX_REQUEST_CHARACTERS ? null : { ...conversation, requestSize };
}

/**
 * Returns the request with content of a member whose log isn't read before the user accepts the request. A request that
 * is full or hidden stays unchanged.
 */
export function withContent(
  request: StoredConversation,
  by: Member,
  content: MessageContent,
): StoredConversation {
  const counted = request.isHidden ? null : withCounted(request, content);
  return counted ? { ...counted, requestContent: [...request.requestContent, { by, content }] } : request;
}

/**
 * Returns the conversation without the waiting content that `keeps` refuses, which no longer counts toward its size.
 */
export function withKeptContent(
  conversation: StoredConversation,
  keeps: (waiting: { by: Member; content: MessageContent }) => boolean,
): StoredConversation {
  const { requestContent, requestSize } = conversation;
  const size = requestContent
    .filter((waiting) => !keeps(waiting))
    .reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
  return size === 0
    ? conversation
    : {
        ...conversation,
        requestContent: requestContent.filter(keeps),
        requestSize: Math.max(requestSize - size, 0),
      };
}

/** Returns the request with the log heads that a member reported, the latest one per member and account. */
export function withHeads(
  request: StoredConversation,
  by: Address,
  heads: readonly (LogHead & { account: Address })[],
): StoredConversation {
  const others = request.requestHeads.filter(
    (one) =>
      !isAddressEqual(one.by, by) || heads.every(({ account }) => !isAddressEqual(account, one.account)),
  );
  const requestHeads = [...others, ...heads.map((head) => ({ ...head, by }))].slice(-MAX_REQUEST_HEADS);
  return { ...request, requestHeads };
}

/** Returns the conversation as a request. One that already is a request stays the same one. */
export const asRequest = (conversation: StoredConversation): StoredConversation =>
  conversation.isRequest
    ? conversation
    : { ...conversation, isRequest: true, requestStart: conversation.nextSequence };

/**
 * Returns a request from the inviter that the page shows.
 * @throws MessengerError if it has another inviter by now, or isn't a request anymore.
 */
export async function requireRequest(
  engine: Engine,
  batch: Batch,
  { id, by }: { id: ConversationId; by: Address | null },
): Promise<StoredConversation> {
  const request = await engine.store.read('conversations', id, batch);
  if (!request?.isRequest || request.invitedBy !== by) throw new MessengerError('notMember');
  return request;
}

/**
 * Returns whether a request is for a room with items from before it, for example because this account left the room.
 * Nobody else may cause their deletion.
 */
export async function hasHistory(
  { store }: Pick<Engine, 'store'>,
  { id, kind, requestStart }: StoredConversation,
): Promise<boolean> {
  return kind === 'room' && (await store.readItems(id, { before: requestStart, limit: 1 })).length > 0;
}

/** Returns the conversation's stored groups. Skips a group that belongs to another conversation. */
export async function groupRecords(
  { store }: Engine,
  batch: Batch,
  { id, groups }: Pick<StoredConversation, 'id' | 'groups'>,
): Promise<StoredGroup[]> {
  const all = await Promise.all(groups.map((groupId) => store.read('groups', groupId, batch)));
  return all.flatMap((group) => (group?.conversationId === id ? [group] : []));
}

/** Turns a request for a room with a history into that room without a group, and records the request's payments. */
export async function closeRequest(
  engine: Engine,
  batch: Batch,
  { request, hasLeft }: { request: StoredConversation; hasLeft: boolean },
): Promise<void> {
  await recordRequestTransfers(engine, batch, request);
  const closed = { isRequest: false, hasLeft, requestContent: [], participants: [] };
  batch.put('conversations', request.id, { ...request, ...closed });
}

/** Deletes a request's items. Its groups stay, so the next message in one shows it again. */
async function displace(engine: Engine, batch: Batch, conversation: StoredConversation): Promise<void> {
  const { id } = conversation;
  if (await hasHistory(engine, conversation)) {
    // The room's history isn't the stranger's to delete. The request's size stays counted.
    for (const group of await groupRecords(engine, batch, conversation))
      batch.put('groups', group.groupId, { ...group, state: null, members: [] });
    return closeRequest(engine, batch, {
      request: conversation,
      hasLeft: conversation.isLeftBefore,
    });
  }
  const emptied = {
    isHidden: true,
    unread: 0,
    lastMessage: null,
    reads: {},
    requestSize: 0,
    requestHeads: [],
    requestContent: [],
  };
  batch.put('conversations', id, { ...conversation, ...emptied });
  await deleteImages(engine, batch, id);
  await engine.store.deleteItems(id);
}

/**
 * Returns the oldest request of the inviter with the most of them. Therefore an inviter with few requests loses one
 * only if no other has more, however many requests others make.
 */
function oldestOfMost(requests: readonly StoredConversation[]): StoredConversation | undefined {
  const inviterOf = ({ id, peer, invitedBy }: StoredConversation) => (invitedBy ?? peer ?? id).toLowerCase();
  const counts = new Map<string, number>();
  for (const one of requests) counts.set(inviterOf(one), (counts.get(inviterOf(one)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return requests
    .filter((one) => counts.get(inviterOf(one)) === most)
    .toSorted((one, other) => one.at - other.at)[0];
}

/**
 * Displaces a request if another one that is about to be shown exceeds the limits. Sends nothing, so the senders can't
 * detect it.
 */
export async function makeRoom(engine: Engine, batch: Batch, added: StoredConversation): Promise<void> {
  const stored = await engine.store.readAll('conversations');
  // The batch may have changed some.
  const present = await Promise.all(stored.map(({ key }) => engine.store.read('conversations', key, batch)));
  const all = present.flatMap((one) => one ?? []).filter(({ id, isRequest }) => isRequest && id !== added.id);
  const shown = all.filter(({ isHidden }) => !isHidden);
  const { invitedBy } = added;
  const fromInviter = shown.filter(
    (one) => invitedBy !== null && one.invitedBy !== null && isAddressEqual(one.invitedBy, invitedBy),
  );
  const isTooMany = shown.length >= MAX_REQUESTS.overall;
  const displaced = oldestOfMost(
    fromInviter.length >= MAX_REQUESTS.fromInviter ? fromInviter : isTooMany ? shown : [],
  );
  if (displaced) await displace(engine, batch, displaced);
  // Conversations in which this account has sent something stay.
  const hidden = all.filter(({ isHidden, hasAsked }) => isHidden && !hasAsked);
  const deleted = hidden.length < MAX_REQUESTS.hidden ? undefined : oldestOfMost(hidden);
  if (!deleted) return;
  for (const { groupId } of await groupRecords(engine, batch, deleted))
    batch.delete('groups', groupId).delete('commits', groupId);
  batch.delete('conversations', deleted.id);
}
