import { isAddressEqual } from 'viem';
import type { StoredConversation, StoredItem } from '../store/records';
import type { Batch } from '../store/store';
import type { Engine } from './engine';
import { deleteImages } from './image-cache';
import { forgetTransfersOf } from './transfers';

/** Maximum number of stored requests, in total and per inviter. Beyond it, the oldest one is deleted. */
const MAX_REQUESTS = { overall: 50, fromInviter: 5 } as const;
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

async function remove(engine: Engine, batch: Batch, { id, groups }: StoredConversation): Promise<void> {
  for (const groupId of groups) batch.delete('groups', groupId).delete('commits', groupId);
  batch.delete('conversations', id);
  await deleteImages(engine, batch, id);
  await forgetTransfersOf(engine, batch, id);
  await engine.store.deleteItems(id);
}

/** Deletes the oldest requests if a new one exceeds the limits. Sends nothing, so the senders can't detect it. */
export async function makeRoom(engine: Engine, batch: Batch, added: StoredConversation): Promise<void> {
  const all = (await engine.store.readAll('conversations'))
    .map(({ value }) => value)
    .filter(({ id, isRequest }) => isRequest && id !== added.id)
    .toSorted((one, other) => one.at - other.at);
  const { invitedBy } = added;
  const fromInviter = all.filter(
    (one) => invitedBy !== null && one.invitedBy !== null && isAddressEqual(one.invitedBy, invitedBy),
  );
  const isTooMany = all.length >= MAX_REQUESTS.overall;
  const [oldest] = fromInviter.length >= MAX_REQUESTS.fromInviter ? fromInviter : isTooMany ? all : [];
  if (oldest) await remove(engine, batch, oldest);
}
