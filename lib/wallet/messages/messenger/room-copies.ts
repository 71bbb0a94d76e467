import { type Address, isAddressEqual } from 'viem';
import { newMessageId } from '../content';
import type { Conversation } from '../conversation';
import { type Member, mayRemove, roleOf } from '../roles';
import type { StoredConversation, StoredGroup } from '../store/records';
import type { Batch } from '../store/store';
import { addNotices, directConversation, groupsOf, requireConversation } from './conversations';
import type { Engine } from './engine';
import { afterRejoin, groupIdOf, openGroup, putGroup, recordOf } from './groups';
import { moveHeld } from './held';
import { consumeJoinRequest, isKnown, isLeft, lastAccepted } from './inviters';
import { asRequest, hasHistory, makeRoom } from './requests';
import { recordRequestTransfers } from './transfers';
import { type ConversationId, MessengerError } from './types';

// A room has one open copy on this device. Any member can send a welcome for the room's ID, and nothing in it proves
// that its group is the one of the other members. Therefore, a welcome replaces an accepted copy, or joins without a
// request, only if its inviter could have the same effect anyway. Otherwise, the user decides. Until then, each copy
// receives the items that it can read, so it can't fall behind.

/**
 * Maximum number of waiting copies of a room from strangers, and of those from trusted accounts, one per inviter.
 * Further ones are refused, because none may displace another. Copies that the user had accepted don't count.
 */
const MAX_COPIES = 4;

type Copy = NonNullable<StoredConversation['waiting']>[number];
type Content = StoredGroup['content'];

/**
 * Where a welcome to a room goes: to the open copy, without or with a request, or to the waiting copies, to which the
 * user can switch. One of a revoked device is refused if there is any copy. So is one that isn't later than the
 * inviter's request or waiting copy.
 */
type Place = 'accepted' | 'request' | 'waiting' | 'refused';

/** A verified welcome to a room, and what this device has stored of the room and its ID. */
type Welcomed = {
  conversation: StoredConversation;
  known: StoredGroup | undefined;
  group: Conversation;
  by: Member;
  epoch: bigint;
  isActive: boolean;
  isTrusted: boolean;
};

/** Returns the keys of the groups of a room's waiting copies, by the room's group ID. */
export async function waitingKeys({ store }: Engine, groupId: string): Promise<string[]> {
  const room = await store.read('conversations', await store.lookup(`room:${groupId}`));
  return (room?.waiting ?? []).map(({ key }) => key);
}

/** Returns a room without a waiting copy, which is deleted in the batch. */
export function withoutCopy(batch: Batch, conversation: StoredConversation, key: string): StoredConversation {
  batch.delete('groups', key);
  return { ...conversation, waiting: (conversation.waiting ?? []).filter((one) => one.key !== key) };
}

/** Returns an inviter's waiting copies, accepted ones first. */
const copiesBy = ({ waiting = [] }: StoredConversation, by: Address): Copy[] =>
  waiting
    .filter((one) => isAddressEqual(one.by, by))
    .toSorted((one, other) => Number(other.isAccepted ?? false) - Number(one.isAccepted ?? false));

/** Returns an inviter's waiting copy that a later welcome replaces. */
const replaceableBy = (conversation: StoredConversation, by: Address): Copy | undefined =>
  copiesBy(conversation, by).find(({ isAccepted }) => !isAccepted);

/** Returns a room without an inviter's waiting copy that a later welcome replaces, which is deleted in the batch. */
function withoutCopyBy(batch: Batch, conversation: StoredConversation, by: Address): StoredConversation {
  const copy = replaceableBy(conversation, by);
  return copy ? withoutCopy(batch, conversation, copy.key) : conversation;
}

/** Returns whether the limit of waiting copies is reached. Strangers' copies don't count toward the limit of others. */
function isFull(
  conversation: StoredConversation,
  { by, isTrusted }: Pick<Welcomed, 'by' | 'isTrusted'>,
): boolean {
  if (replaceableBy(conversation, by.account)?.isTrusted === isTrusted) return false;
  const alike = (conversation.waiting ?? []).filter((one) => !one.isAccepted && one.isTrusted === isTrusted);
  return alike.length >= MAX_COPIES;
}

/** Returns a room with another waiting copy. */
function withCopy(
  batch: Batch,
  conversation: StoredConversation,
  { group, ...copy }: Omit<Copy, 'key'> & { group: StoredGroup },
): StoredConversation & { waiting: readonly Copy[] } {
  const key = newMessageId();
  batch.put('groups', key, group);
  return { ...conversation, waiting: [...(conversation.waiting ?? []), { key, ...copy }] };
}

/** Makes the open copy of a room a waiting one, with what it has received. */
async function setAside(
  engine: Engine,
  batch: Batch,
  conversation: StoredConversation,
  open: StoredGroup,
): Promise<StoredConversation> {
  const { invitedBy, isRequest, requestContent } = conversation;
  const group = { ...open, content: requestContent };
  const copy = { by: invitedBy ?? engine.account, isTrusted: !isRequest, isAccepted: !isRequest, group };
  const room = withCopy(batch, conversation, copy);
  const key = room.waiting.at(-1)?.key;
  if (key) await moveHeld(engine, batch, { from: open.groupId, to: key });
  return room;
}

/** Returns the stored group of a room, unless another conversation uses its ID. */
const groupOf = ({ id }: StoredConversation, known: StoredGroup | undefined): StoredGroup | undefined =>
  known?.conversationId === id ? known : undefined;

/** Returns whether this device has nothing of a room but an open request. */
const isUnknown = async (engine: Engine, conversation: StoredConversation): Promise<boolean> =>
  conversation.isRequest ? !(await hasHistory(engine, conversation)) : conversation.nextSequence === 0;

/**
 * Returns whether an active device may add this one to a room without a request. None may if the user has left the
 * room. Otherwise, this account's own devices may. In a room that the user has accepted, so may accounts that can
 * remove this one by the roles that this device last knew. In an unknown room, so may contacts and accounts with
 * accepted conversations.
 */
async function mayJoin(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    known,
    by,
  }: { conversation: StoredConversation; known: StoredGroup | undefined; by: Address },
): Promise<boolean> {
  if (isLeft(conversation)) return false;
  if (engine.isSelf(by)) return true;
  const last = lastAccepted(conversation, known);
  if (last) return mayRemove(roleOf(last.roles, by), roleOf(last.roles, engine.account));
  // Without a group, for example after an import, nothing shows who may invite to a room with a history.
  if (!(await isUnknown(engine, conversation))) return false;
  return engine.isContact(by) || isKnown(await directConversation(engine, batch, by));
}

/**
 * Returns whether this device already has a request or waiting copy from the welcome's inviter, at the same or a later
 * epoch. Last-resort key packages can be used again, so an old welcome could return the copy to an earlier epoch.
 */
async function isOutdated(
  engine: Engine,
  batch: Batch,
  { conversation, known, by, epoch }: Welcomed,
): Promise<boolean> {
  const { isRequest, invitedBy } = conversation;
  const isOwnRequest = isRequest && invitedBy !== null && isAddressEqual(invitedBy, by.account);
  const copies = await Promise.all(
    copiesBy(conversation, by.account).map(({ key }) => engine.store.read('groups', key, batch)),
  );
  const request = isOwnRequest ? groupOf(conversation, known) : undefined;
  return [request, ...copies].some((group) => group?.state && epoch <= BigInt(group.epoch));
}

/**
 * Returns where a welcome to a room goes. Only a welcome of a later epoch than the last accepted one joins without a
 * request, so the server can't return the device to an earlier epoch. An open copy is replaced only by a welcome that
 * needs no request or, if the copy is a request, by another one of its inviter.
 */
async function placeOf(engine: Engine, batch: Batch, welcomed: Welcomed): Promise<Place> {
  const { conversation, known, group, by, epoch, isActive } = welcomed;
  if (await isOutdated(engine, batch, welcomed)) return 'refused';
  const inRoom = groupOf(conversation, known);
  const holder = known && (await engine.store.read('conversations', known.conversationId, batch));
  const isOpen = known !== undefined && known.state !== null;
  const isAccepted = isOpen && !holder?.isRequest;
  const last = lastAccepted(conversation, inRoom);
  const isLater = last === null || epoch > BigInt(last.epoch);
  // Anyone can start a conversation of two with the ID of a room.
  const isElsewhere = isAccepted && inRoom === undefined;
  if (isActive) {
    const hasAsked = !isAccepted && (await consumeJoinRequest(engine, batch, by.account, groupIdOf(group)));
    const mayBe = hasAsked || (await mayJoin(engine, batch, { conversation, known: inRoom, by: by.account }));
    if (mayBe && isLater && !isElsewhere) return 'accepted';
  }
  // Otherwise, a thief could use a revoked device to offer copies in its account's name.
  if (!isActive && (isOpen || (conversation.waiting ?? []).length > 0)) return 'refused';
  const isOwnRequest = !isAccepted && holder?.invitedBy && isAddressEqual(holder.invitedBy, by.account);
  if (!isOpen || isOwnRequest) return 'request';
  return isFull(conversation, welcomed) ? 'refused' : 'waiting';
}

/** Removes a group from another conversation that has used its ID. */
async function takeGroup(
  engine: Engine,
  batch: Batch,
  { conversation, known }: Pick<Welcomed, 'conversation' | 'known'>,
): Promise<void> {
  if (!known || known.conversationId === conversation.id) return;
  const other = await engine.store.read('conversations', known.conversationId, batch);
  if (other)
    batch.put('conversations', other.id, {
      ...other,
      groups: other.groups.filter((one) => one !== known.groupId),
    });
}

/** Makes a group the open copy of a room. `content` is what it received as a waiting copy. */
async function open(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    known,
    group,
    by,
    isRequest,
    content,
  }: Pick<Welcomed, 'conversation' | 'known' | 'group'> & {
    by: Address;
    isRequest: boolean;
    content: Content;
  },
): Promise<void> {
  const before = groupOf(conversation, known);
  const { accepted: _, isLeftBefore: __, ...room } = conversation;
  const next: StoredConversation = {
    ...(isRequest
      ? {
          ...asRequest(conversation),
          accepted: lastAccepted(conversation, before),
          isLeftBefore: isLeft(conversation),
        }
      : { ...room, isRequest: false }),
    requestContent: content,
    invitedBy: by,
    hasLeft: false,
    isHidden: false,
  };
  if (known) batch.delete('commits', known.groupId);
  // Two copies can be at the same epoch, and devices of one can't read what is encrypted for the other, so queued
  // messages are encrypted again.
  for (const { key, value } of await engine.store.readAll('outbox'))
    if (value.conversationId === next.id && value.encrypted)
      batch.put('outbox', key, { ...value, encrypted: null });
  await takeGroup(engine, batch, { conversation, known });
  if (isRequest) await makeRoom(engine, batch, next);
  else await recordRequestTransfers(engine, batch, conversation);
  const joining = await afterRejoin(engine, batch, { conversation: next, before, after: group });
  const started = await putGroup(engine, batch, { conversation: joining, group });
  addNotices(engine, batch, { conversation: started, by, events: [{ type: 'joined' }] });
}

/**
 * Stores the group of a verified welcome to a room, as the open copy or a waiting one. Returns false if it's refused.
 * If an accepted copy replaces another inviter's request, the request becomes a waiting copy.
 */
export async function joinRoom(engine: Engine, batch: Batch, welcomed: Welcomed): Promise<boolean> {
  const { conversation, known, group, by, isActive, isTrusted } = welcomed;
  const place = await placeOf(engine, batch, welcomed);
  if (place === 'refused') return false;
  const inviter = isActive ? await directConversation(engine, batch, by.account) : null;
  if (inviter?.asked) batch.put('conversations', inviter.id, { ...inviter, asked: null });
  if (place === 'waiting') {
    const copy = { by: by.account, isTrusted, isAccepted: false, group: recordOf(conversation.id, group) };
    const isNew = conversation.isHidden && !groupOf(conversation, known);
    const room = isNew ? { ...asRequest(conversation), invitedBy: by.account } : conversation;
    const { unread } = room;
    const rest = withoutCopyBy(batch, room, by.account);
    const next = { ...withCopy(batch, rest, copy), isHidden: false, unread: unread + 1, at: engine.now() };
    if (next.isRequest) await makeRoom(engine, batch, next);
    batch.put('conversations', next.id, next);
    return true;
  }
  const { isRequest, invitedBy, requestContent } = conversation;
  const before = groupOf(conversation, known);
  const isOther = invitedBy !== null && !isAddressEqual(invitedBy, by.account);
  const isDisplaced = before?.state && isRequest && isOther;
  const rest = withoutCopyBy(batch, conversation, by.account);
  await open(engine, batch, {
    conversation: isDisplaced ? await setAside(engine, batch, rest, before) : rest,
    known,
    group,
    by: by.account,
    isRequest: place === 'request',
    content: isDisplaced ? [] : requestContent,
  });
  return true;
}

/**
 * Opens a waiting copy of a room. The copy that was open then waits, so the user can switch back. Returns the group's
 * ID.
 */
async function openWaiting(
  engine: Engine,
  batch: Batch,
  { conversation, copy, isRequest }: { conversation: StoredConversation; copy: Copy; isRequest: boolean },
): Promise<string> {
  const { key, by } = copy;
  const stored = await engine.store.read('groups', key, batch);
  if (!stored) throw new MessengerError('notMember');
  const { groupId, content } = stored;
  const known = await engine.store.read('groups', groupId, batch);
  const before = groupOf(conversation, known);
  const rest = withoutCopy(batch, conversation, key);
  const room = before?.state ? await setAside(engine, batch, rest, before) : rest;
  await moveHeld(engine, batch, { from: key, to: groupId });
  const group = openGroup(engine, stored);
  await open(engine, batch, { conversation: room, known, group, by, isRequest, content });
  const opened = await requireConversation(engine, conversation.id, batch);
  // These belong to the copy that was open.
  const reset = { behind: [], leaving: [], toldHeads: '', requestHeads: [] };
  batch.put('conversations', opened.id, { ...opened, ...reset });
  return groupId;
}

/**
 * Opens a waiting copy of a room in place of the open one. Returns the group's ID.
 * @throws MessengerError if there is no such copy.
 */
export const openCopy = (engine: Engine, id: ConversationId, by: Address): Promise<string> =>
  engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    const [copy] = copiesBy(conversation, by);
    if (!copy) throw new MessengerError('notMember');
    return openWaiting(engine, batch, { conversation, copy, isRequest: false });
  });

/**
 * Opens a waiting copy of a room as a request after the user has left or declined the open one. Returns the group's ID,
 * or null if there is none.
 */
export const openNextCopy = (engine: Engine, id: ConversationId): Promise<string | null> =>
  engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    const { waiting = [] } = conversation;
    const copy = waiting.findLast(({ isTrusted }) => isTrusted) ?? waiting.at(-1);
    return copy ? openWaiting(engine, batch, { conversation, copy, isRequest: true }) : null;
  });

/** Returns whether a copy of a room is open. */
export const isRoomOpen = async (engine: Engine, conversation: StoredConversation): Promise<boolean> =>
  (await groupsOf(engine, conversation)).length > 0;

/**
 * Deletes a room's waiting copies (`by` is null) or one of an inviter's, preferably one that the user hadn't accepted.
 */
export const dismissCopies = (engine: Engine, id: ConversationId, by: Address | null): Promise<void> =>
  engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    const { waiting = [] } = conversation;
    const dismissed = by === null ? waiting : copiesBy(conversation, by).slice(-1);
    const rest = dismissed.reduce((room, { key }) => withoutCopy(batch, room, key), conversation);
    batch.put('conversations', id, rest);
  });
