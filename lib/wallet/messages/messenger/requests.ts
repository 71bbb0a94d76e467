import { isAddressEqual } from 'viem';
import type { StoredConversation, StoredItem } from '../store/records';
import type { Batch } from '../store/store';
import type { Engine } from './engine';
import { deleteImages } from './image-cache';
import { deleteTransfersOf } from './transfers';

/**
 * Maximum number of shown requests, in total and per inviter, and of hidden ones, of which only the groups are stored.
 * Beyond it, the oldest one is hidden or deleted.
 */
const MAX_REQUESTS = { overall: 50, fromInviter: 5, hidden: 200 } as const;
/** Maximum number of groups per request. Two accounts have two if both started one at the same time. */
const MAX_GROUPS = 3;
/** Maximum size of a request's items, in characters of JSON. Further items are dropped. */
const MAX_REQUEST_CHARACTERS = 32 * 1_024;

/** Returns whether another group may be added to a conversation. */
export const mayJoin = ({ isRequest, groups }: StoredConversation): boolean =>
  !isRequest || groups.length < MAX_GROUPS;

/** Returns the request with an item counted toward its size, or null if it is full. */
export function withCounted(conversation: StoredConversation, item: StoredItem): StoredConversation | null {
  const requestSize = (conversation.requestSize ?? 0) + JSON.stringify(item).length;
  return requestSize > MAX_REQUEST_CHARACTERS ? null : { ...conversation, requestSize };
}

/** Deletes a request's items. Its groups stay, so its next message shows it again. */
async function displace(engine: Engine, batch: Batch, conversation: StoredConversation): Promise<void> {
  const { id, groups, wasLeft } = conversation;
  if (wasLeft) {
    // The room's history isn't the stranger's to delete, so the account leaves the room again.
    for (const groupId of groups) {
      const group = await engine.store.read('groups', groupId, batch);
      if (group) batch.put('groups', groupId, { ...group, state: null, members: [] });
    }
    batch.put('conversations', id, { ...conversation, isRequest: false, hasLeft: true, participants: [] });
    return;
  }
  const emptied = { isHidden: true, unread: 0, lastMessage: null, reads: {}, requestSize: 0 };
  batch.put('conversations', id, { ...conversation, ...emptied });
  await deleteImages(engine, batch, id);
  await deleteTransfersOf(engine, batch, id);
  await engine.store.deleteItems(id);
}

/**
 * Displaces the oldest requests if another one that is about to be shown exceeds the limits. Sends nothing, so the
 * senders can't detect it.
 */
export async function makeRoom(engine: Engine, batch: Batch, added: StoredConversation): Promise<void> {
  const all = (await engine.store.readAll('conversations'))
    .map(({ value }) => value)
    .filter(({ id, isRequest }) => isRequest && id !== added.id)
    .toSorted((one, other) => one.at - other.at);
  const shown = all.filter(({ isHidden }) => !isHidden);
  const { invitedBy } = added;
  const fromInviter = shown.filter(
    (one) => invitedBy !== null && one.invitedBy !== null && isAddressEqual(one.invitedBy, invitedBy),
  );
  const isTooMany = shown.length >= MAX_REQUESTS.overall;
  const [oldest] = fromInviter.length >= MAX_REQUESTS.fromInviter ? fromInviter : isTooMany ? shown : [];
  if (oldest) await displace(engine, batch, oldest);
  // Invitations that this account has answered stay.
  const hidden = all.filter(
    ({ isHidden, asked, askedRooms = [] }) => isHidden && !asked && !askedRooms.length,
  );
  const [first] = hidden;
  if (!first || hidden.length < MAX_REQUESTS.hidden) return;
  for (const groupId of first.groups) batch.delete('groups', groupId).delete('commits', groupId);
  batch.delete('conversations', first.id);
}
