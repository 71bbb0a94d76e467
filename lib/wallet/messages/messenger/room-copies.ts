import { type Address, isAddressEqual } from 'viem';
import type { Conversation } from '../conversation';
import { type Member, mayRemove, roleOf } from '../roles';
import type { StoredConversation, StoredGroup } from '../store/records';
import type { Batch } from '../store/store';
import { addNotices, directConversation, requireConversation } from './conversations';
import type { Engine } from './engine';
import { afterRejoin, groupIdOf, openGroup, putGroup, recordOf } from './groups';
import { consumeJoinRequest, isKnown, lastAccepted } from './inviters';
import { asRequest, hasHistory, makeRoom } from './requests';
import { type ConversationId, MessengerError } from './types';

// A room has one open copy on this device. Any member can send a welcome for the room's ID, and nothing in it proves
// that its group is the one of the other members. Therefore, a welcome replaces an accepted copy, or joins without a
// request, only if its inviter could have the same effect anyway. Otherwise, the user decides.

/** Maximum number of copies of a room that wait for the user, one per inviter. */
const MAX_COPIES = 4;

type Copies = NonNullable<StoredConversation['copies']>;

/**
 * Where a welcome to a room goes: to the open copy, without or with a request, or to the copies that wait beside it
 * until the user switches to one. One of a revoked device is refused if there is any copy.
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

/** Returns the copies of a room without the one of an inviter. */
const otherCopies = ({ copies = [] }: StoredConversation, by: Address): Copies =>
  copies.filter((one) => !isAddressEqual(one.by, by));

/** Returns the stored group of a room, unless another conversation uses its ID. */
const groupOf = ({ id }: StoredConversation, known: StoredGroup | undefined): StoredGroup | undefined =>
  known?.conversationId === id ? known : undefined;

/** Returns whether the user has left or declined a room, and hasn't accepted it again. */
const isLeft = ({ hasLeft, isLeftBefore = false }: StoredConversation): boolean => hasLeft || isLeftBefore;

/** Returns whether this device has nothing of a room but an open request. */
const isUnknown = async (engine: Engine, conversation: StoredConversation): Promise<boolean> =>
  !isLeft(conversation) &&
  (conversation.isRequest ? !(await hasHistory(engine, conversation)) : conversation.nextSequence === 0);

/**
 * Returns whether an active device may add this one to a room without a request. This account's own devices may. In a
 * room that the user has accepted, so may accounts that can remove this one by the roles that this device last knew. In
 * an unknown room, so may contacts and accounts with accepted conversations.
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
  if (engine.isSelf(by)) return true;
  const last = lastAccepted(conversation, known);
  if (last)
    return !isLeft(conversation) && mayRemove(roleOf(last.roles, by), roleOf(last.roles, engine.account));
  // Without a group, for example after an import, nothing shows who may invite to a room with a history.
  if (!(await isUnknown(engine, conversation))) return false;
  return engine.isContact(by) || isKnown(await directConversation(engine, batch, by));
}

/**
 * Returns where a welcome to a room goes. Only a welcome of a later epoch than the last accepted one joins without a
 * request, so the server can't return the device to an earlier epoch. An open copy is replaced only by a welcome that
 * needs no request or, if the copy is a request, by another one of its inviter.
 */
async function placeOf(
  engine: Engine,
  batch: Batch,
  { conversation, known, group, by, epoch, isActive }: Welcomed,
): Promise<Place> {
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
  if (!isActive && (isOpen || (conversation.copies ?? []).length > 0)) return 'refused';
  const isOwnRequest = !isAccepted && holder?.invitedBy && isAddressEqual(holder.invitedBy, by.account);
  return isOpen && !isOwnRequest ? 'waiting' : 'request';
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

/** Makes a group the open copy of a room. */
async function open(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    known,
    group,
    by,
    isRequest,
  }: Pick<Welcomed, 'conversation' | 'known' | 'group'> & { by: Address; isRequest: boolean },
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
    copies: otherCopies(conversation, by),
    invitedBy: by,
    hasLeft: false,
    isHidden: false,
  };
  if (known) batch.delete('commits', known.groupId);
  await takeGroup(engine, batch, { conversation, known });
  if (isRequest) await makeRoom(engine, batch, next);
  const joining = await afterRejoin(engine, batch, { conversation: next, before, after: group });
  const started = await putGroup(engine, batch, { conversation: joining, group });
  addNotices(engine, batch, { conversation: started, by, events: [{ type: 'joined' }] });
}

/** Returns the room with another copy that waits. If there are too many, drops the oldest one, strangers' first. */
function withCopy(conversation: StoredConversation, copy: Copies[number]): StoredConversation {
  const copies = [...otherCopies(conversation, copy.by), copy];
  const surplus =
    copies.length > MAX_COPIES ? (copies.find((one) => !one.isTrusted) ?? copies[0]) : undefined;
  return { ...conversation, copies: copies.filter((one) => one !== surplus) };
}

/**
 * Stores the group of a verified welcome to a room, as its open copy or as one that waits, unless it's refused. Returns
 * which. A request that an accepted copy replaces waits, too.
 */
export async function joinRoom(
  engine: Engine,
  batch: Batch,
  welcomed: Welcomed,
): Promise<'open' | 'waiting' | 'refused'> {
  const { conversation, known, group, by, isActive, isTrusted } = welcomed;
  const place = await placeOf(engine, batch, welcomed);
  if (place === 'refused') return 'refused';
  const inviter = isActive ? await directConversation(engine, batch, by.account) : null;
  if (inviter?.asked) batch.put('conversations', inviter.id, { ...inviter, asked: null });
  if (place === 'waiting') {
    const copy = { by: by.account, isTrusted, group: recordOf(conversation.id, group) };
    const isNew = conversation.isHidden && !groupOf(conversation, known);
    const room = isNew ? { ...asRequest(conversation), invitedBy: by.account } : conversation;
    const next = { ...withCopy(room, copy), isHidden: false, at: engine.now() };
    if (next.isRequest) await makeRoom(engine, batch, next);
    batch.put('conversations', next.id, next);
    return 'waiting';
  }
  const { isRequest, invitedBy } = conversation;
  const before = groupOf(conversation, known);
  const isOther = invitedBy !== null && !isAddressEqual(invitedBy, by.account);
  const isDisplaced = before?.state && isRequest && isOther;
  const room = isDisplaced
    ? withCopy(conversation, { by: invitedBy, isTrusted: false, group: before })
    : conversation;
  await open(engine, batch, {
    conversation: room,
    known,
    group,
    by: by.account,
    isRequest: place === 'request',
  });
  return 'open';
}

/**
 * Replaces the open copy of a room by one that waits. Returns the group's ID. The new copy is a request if the user has
 * only declined the open one.
 * @throws MessengerError if there is no such copy.
 */
export const openCopy = (
  engine: Engine,
  id: ConversationId,
  { by, isRequest }: { by: Address; isRequest: boolean },
): Promise<string> =>
  engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    const copy = conversation.copies?.find((one) => isAddressEqual(one.by, by));
    if (!copy) throw new MessengerError('notMember');
    const { groupId } = copy.group;
    const known = await engine.store.read('groups', groupId, batch);
    const group = openGroup(engine, copy.group);
    await open(engine, batch, { conversation, known, group, by, isRequest });
    return groupId;
  });

/** Deletes a copy of a room that waits. */
export const dismissCopy = (engine: Engine, id: ConversationId, by: Address): Promise<void> =>
  engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    batch.put('conversations', id, { ...conversation, copies: otherCopies(conversation, by) });
  });
