import { type Address, getAddress, isAddress, isAddressEqual } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { addNotices } from '@/lib/messages/core/apply-content';
import {
  directConversation,
  groupsOf,
  requireAccepted,
  requireConversation,
  roomConversation,
  roomId,
} from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { forgetJoinRequests, hasInvite, withoutInvite } from '@/lib/messages/core/invites';
import { enqueue } from '@/lib/messages/core/outgoing';
import { groupIdOf, mainGroup, putGroup } from '@/lib/messages/members/groups';
import { refreshIdentity } from '@/lib/messages/members/identity';
import { createKeyPackage } from '@/lib/messages/mls/device';
import { type Conversation, membersOf, startConversation } from '@/lib/messages/mls/group';
import { MAX_NAME_LENGTH, randomId, tidyRoomName } from '@/lib/messages/protocol/content';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { type Role, type Roles, roleOf } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { fromBase64Url, toBase64 } from '@/lib/messages/storage/cipher';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredIdentity } from '@/lib/messages/storage/records';
import { attempt } from './attempt';
import { addable, claimOnce } from './claim-devices';
import { changeGroup } from './commits';
import { MAX_ROOM_ACCOUNTS } from './open-requests';
import { sendLeave, sendNow } from './outbox';
import { newGroupId } from './ready-group';
import { removeUnconfirmed } from './remove-devices';

const requireName = (name: string): string => {
  const tidied = tidyRoomName(name);
  if (tidied === null) throw new MessengerError('invalid');
  return tidied;
};

/** Returns a room's conversation and group. @throws MessengerError if it isn't a room or this device isn't in it. */
async function requireRoom(engine: Engine, id: ConversationId) {
  const conversation = await requireConversation(engine, id);
  const group = await mainGroup(engine, conversation);
  if (conversation.kind !== 'room') throw new MessengerError('notAllowed');
  if (!group || conversation.hasLeft) throw new MessengerError('notMember');
  return { conversation, group };
}

/** Adds accounts to a group. @throws MessengerError `notReachable` if one of them has no device. */
async function addAccounts(
  engine: Engine,
  { groupId, conversationId }: Pick<StoredGroup, 'groupId' | 'conversationId'>,
  accounts: readonly Address[],
): Promise<void> {
  const claim = claimOnce(engine, conversationId);
  const identities: StoredIdentity[] = [];
  for (const account of accounts) {
    const identity = await refreshIdentity(engine, account, 0);
    if (identity.problem !== null) throw new MessengerError('identity');
    if ((await addable(claim, identity, [])).length === 0) throw new MessengerError('notReachable');
    identities.push(identity);
  }
  await removeUnconfirmed(engine, groupId);
  await changeGroup(engine, groupId, async (present) => {
    const members = membersOf(present);
    const missing = identities.filter(
      ({ account }) => !members.some((one) => isAddressEqual(one.account, account)),
    );
    const add = (await Promise.all(missing.map((identity) => addable(claim, identity, members)))).flat();
    return add.length > 0 ? { add } : null;
  });
}

/** Creates a room with this account as its owner. @throws MessengerError if an account can't be reached. */
export async function createRoom(
  engine: Engine,
  name: string,
  accounts: readonly Address[],
): Promise<ConversationId> {
  const tidied = requireName(name);
  const others = accounts.filter((account) => !engine.isSelf(account));
  if (others.length >= MAX_ROOM_ACCOUNTS || !others.every((account) => isAddress(account)))
    throw new MessengerError('invalid');
  const device = await engine.device();
  const roles: Roles = { kind: 'room', owner: engine.account, admins: [] };
  const own = await createKeyPackage(device, Math.floor(engine.now() / 1_000));
  const group = await startConversation(own, { groupId: newGroupId(), roles, trust: engine.trust });
  const groupId = groupIdOf(group);
  const id = await roomId(engine, groupId);
  await engine.withConversation(id, async () => {
    await engine.write(async (batch) => {
      const conversation = {
        ...(await roomConversation(engine, batch, groupId)),
        name: tidied,
        isHidden: false,
      };
      const stored = await putGroup(engine, batch, { conversation, group });
      addNotices(engine, batch, {
        conversation: stored,
        by: engine.account,
        events: [{ type: 'renamed', name: tidied }],
      });
    });
    if (others.length === 0) return;
    try {
      await addAccounts(engine, { groupId, conversationId: id }, others);
    } catch (error) {
      // A stored commit is sent later. Without one, in the first epoch, the room exists only here, so it is deleted.
      const isStarted = (await engine.store.read('groups', groupId))?.epoch !== 0;
      if (!isStarted && !(await engine.store.read('commits', groupId)))
        await engine.write(async (batch) => {
          batch.delete('groups', groupId).delete('conversations', id);
        });
      throw error;
    }
  });
  return id;
}

export async function addMembers(
  engine: Engine,
  id: ConversationId,
  accounts: readonly Address[],
): Promise<void> {
  const { conversation, group } = await requireRoom(engine, id);
  if (roleOf(group.roles, engine.account) === 'member') throw new MessengerError('notAllowed');
  if (conversation.participants.length + accounts.length > MAX_ROOM_ACCOUNTS)
    throw new MessengerError('invalid');
  await addAccounts(engine, group, accounts);
}

export async function removeMember(engine: Engine, id: ConversationId, account: Address): Promise<void> {
  const { group } = await requireRoom(engine, id);
  // Otherwise, the account would be an admin again once anyone adds it.
  if (roleOf(group.roles, account) === 'admin') await setRole(engine, id, { account, role: 'member' });
  await changeGroup(engine, group.groupId, async (present) => {
    const leaves = membersOf(present).filter((one) => isAddressEqual(one.account, account));
    if (leaves.length === 0) return null;
    // Otherwise, the removal would count as the one of a device that missed a commit, which ends no link.
    await engine.write(async (batch) => {
      const conversation = await requireConversation(engine, id, batch);
      const lagging = conversation.lagging.filter((one) => !isAddressEqual(one.account, account));
      batch.put('conversations', id, { ...conversation, lagging });
    });
    return { remove: leaves.map(({ leafIndex }) => leafIndex) };
  });
}

/** Returns the roles after an account's role changes. A former owner becomes an admin. */
function rolesWith(present: Conversation, account: Address, role: Role): Roles | null {
  const { roles } = present;
  if (roles.kind !== 'room' || roleOf(roles, account) === role) return null;
  const members = membersOf(present);
  // Admins who have left stay in the roles until the next change.
  const others = roles.admins.filter(
    (one) => !isAddressEqual(one, account) && members.some((member) => isAddressEqual(member.account, one)),
  );
  if (role === 'owner') return { ...roles, owner: account, admins: [...others, roles.owner] };
  // A room always has an owner, so ownership can only be transferred.
  if (isAddressEqual(roles.owner, account)) throw new MessengerError('notAllowed');
  return { ...roles, admins: role === 'admin' ? [...others, account] : others };
}

export async function setRole(
  engine: Engine,
  id: ConversationId,
  { account, role }: { account: Address; role: Role },
): Promise<void> {
  const { group } = await requireRoom(engine, id);
  await changeGroup(engine, group.groupId, async (present) => {
    const roles = rolesWith(present, account, role);
    return roles && { roles };
  });
}

export async function rename(engine: Engine, id: ConversationId, name: string): Promise<void> {
  const { group } = await requireRoom(engine, id);
  if (roleOf(group.roles, engine.account) === 'member') throw new MessengerError('notAllowed');
  await enqueue(engine, id, { type: 'name', name: requireName(name) });
}

/**
 * Leaves a room: requests this account's removal, which no member can commit for itself, and deletes the keys. An owner
 * first transfers ownership, to an admin if there is one. A failed transfer doesn't keep the account in the room,
 * because any member may have caused it. In a room that is still a request, this account has never accepted the role of
 * owner, so nothing is transferred.
 * @throws MessengerError if the server is unreachable, or another account's welcome has arrived in the meantime.
 */
export async function leaveRoom(engine: Engine, id: ConversationId): Promise<void> {
  engine.requireConversation(id);
  const { conversation, group } = await requireRoom(engine, id);
  // Another account's welcome may replace the group in the meantime. The user leaves only the one that the page showed.
  const check = ({ isRequest, invitedBy }: StoredConversation) => {
    if (isRequest !== conversation.isRequest || invitedBy !== conversation.invitedBy)
      throw new MessengerError('notMember');
  };
  const others = conversation.participants.filter(({ isSelf }) => !isSelf);
  const heir = others.find(({ role }) => role === 'admin') ?? others[0];
  const mustTransfer = !conversation.isRequest && roleOf(group.roles, engine.account) === 'owner';
  const isTransferred =
    !heir ||
    !mustTransfer ||
    (await attempt(() => setRole(engine, id, { account: heir.account, role: 'owner' })));
  if (heir) await sendLeave(engine, id, check);
  await engine.write(async (batch) => {
    const present = await requireConversation(engine, id, batch);
    check(present);
    let left = { ...present, hasLeft: true };
    for (const one of await groupsOf(engine, present, batch)) {
      const gone = { ...one, state: null, members: [] };
      left = { ...(await putGroup(engine, batch, { conversation: left, group: gone })), hasLeft: true };
    }
    const type = isTransferred ? 'left' : 'leftAsOwner';
    addNotices(engine, batch, { conversation: left, by: engine.account, events: [{ type }] });
    await forgetJoinRequests(engine, batch, group.groupId);
  });
}

const invite = z.strictObject({
  v: z.literal(2),
  inviter: address,
  name: z.string().max(MAX_NAME_LENGTH),
  /** Group ID of the room. */
  room: z.string().regex(/^[0-9a-f]{32}$/),
  secret: z.string().regex(/^[0-9a-f]{32}$/),
});
/** Maximum length of an invite code. Genuine codes are much shorter. */
const MAX_CODE_LENGTH = 1_024;

/** Decodes an invite code. Returns null if it is malformed. The content is untrusted. */
export function readInvite(
  code: string,
): { inviter: Address; name: string; room: string; secret: string } | null {
  if (code.length > MAX_CODE_LENGTH) return null;
  try {
    const bytes = fromBase64Url(code);
    const { inviter, name, room, secret } = invite.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { inviter: getAddress(inviter), name: tidyRoomName(name) ?? '', room, secret };
  } catch {
    // A link can contain anything.
    return null;
  }
}

/** Maximum number of pending join requests per inviter. */
const MAX_ASKED_ROOMS = 20;
/** Validity of an invite code, in ms. */
const INVITE_MS = 7 * 24 * 60 * 60 * 1_000;

/** Invalidates a room's invite code. */
export const withdrawInvite = (engine: Engine, id: ConversationId): Promise<void> =>
  engine.write(async (batch) => {
    batch.put('conversations', id, withoutInvite(await requireConversation(engine, id, batch)));
  });

/**
 * Returns a room's invite code in base64url. Creates one if there is no valid code.
 * @throws MessengerError if this account can't add members, or the room has no other members. The server doesn't have
 * such a room yet, so the code would reveal an ID that anyone could use first.
 */
export async function inviteCode(engine: Engine, id: ConversationId): Promise<string> {
  const { conversation, group } = await requireRoom(engine, id);
  requireAccepted(conversation);
  if (roleOf(group.roles, engine.account) === 'member' || group.epoch === 0)
    throw new MessengerError('notAllowed');
  const secret = await engine.write(async (batch) => {
    const present = await requireConversation(engine, id, batch);
    if (present.invite !== null && hasInvite(engine, present)) return present.invite;
    const invite = randomId();
    const inviteEnds = engine.now() + INVITE_MS;
    batch.put('conversations', id, { ...withoutInvite(present), invite, inviteEnds });
    return invite;
  });
  const text = JSON.stringify({
    v: 2,
    inviter: engine.account,
    name: conversation.name,
    room: group.groupId,
    secret,
  });
  return toBase64(new TextEncoder().encode(text))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Asks the inviter to add this account. The room appears once one of the inviter's devices has done so. Only that room
 * skips the request list, because anyone can create a link in another account's name.
 */
export async function joinByInvite(engine: Engine, code: string): Promise<void> {
  const read = readInvite(code);
  if (!read || engine.isSelf(read.inviter)) throw new MessengerError('invalid');
  const { inviter, room, secret } = read;
  const id = await engine.write(async (batch) => {
    const conversation = await directConversation(engine, batch, inviter);
    const isNew = conversation.isHidden && conversation.nextSequence === 0;
    const isRequest = conversation.isRequest || (isNew && !engine.isContact(inviter));
    const next = { ...conversation, isRequest, invitedBy: isRequest ? inviter : conversation.invitedBy };
    batch.put('conversations', conversation.id, next);
    return conversation.id;
  });
  await engine.withConversation(id, () => sendNow(engine, id, { type: 'join', secret }));
  await engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    const now = engine.now();
    const others = conversation.askedRooms.filter((one) => one.until > now && one.room !== room);
    const askedRooms = [...others, { room, until: now + INVITE_MS }].slice(-MAX_ASKED_ROOMS);
    const asked = { secret, room: read.name, hasEnded: false };
    batch.put('conversations', id, { ...conversation, askedRooms, asked, hasAsked: true });
  });
}

/** Hides an answered invitation. */
export async function dismissInvitation(engine: Engine, inviter: Address): Promise<void> {
  await engine.write(async (batch) => {
    const conversation = await directConversation(engine, batch, inviter);
    batch.put('conversations', conversation.id, { ...conversation, asked: null });
  });
}
