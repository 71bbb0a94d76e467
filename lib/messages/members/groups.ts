import { type Address, bytesToHex, type Hex, isAddressEqual, zeroAddress } from 'viem';
import { addNotices } from '@/lib/messages/core/apply-content';
import { groupsOf } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { withoutInvite } from '@/lib/messages/core/invites';
import { groupRecords } from '@/lib/messages/core/requests';
import { type Conversation, membersOf } from '@/lib/messages/mls/group';
import { decodeConversation, encodeConversation } from '@/lib/messages/mls/group-codec';
import { changedMembers, type Member, type Roles, roleOf } from '@/lib/messages/protocol/roles';
import type { NoticeEvent, ParticipantView } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { countingMembers } from './device-trust';
import { identityOf } from './identity';
import { laggingIn, withoutReturning } from './lagging-devices';

/** Maximum number of removed accounts to remember per room. */
const MAX_REMOVED_ACCOUNTS = 500;

export const groupIdOf = ({ state }: Conversation): string => bytesToHex(state.groupContext.groupId).slice(2);

/** Returns the record that stores a group's state. Its roles are those of members. */
export function recordOf(conversationId: string, conversation: Conversation): StoredGroup {
  const members = membersOf(conversation);
  const { roles } = conversation;
  const isIn = (account: Address) => members.some((one) => isAddressEqual(one.account, account));
  // Admins and owners who are no longer members stay in the group's own roles.
  const present =
    roles.kind === 'room'
      ? { ...roles, owner: isIn(roles.owner) ? roles.owner : zeroAddress, admins: roles.admins.filter(isIn) }
      : roles;
  return {
    groupId: groupIdOf(conversation),
    conversationId,
    state: encodeConversation(conversation),
    epoch: Number(conversation.state.groupContext.epoch),
    members,
    roles: present,
  };
}

/** Decodes a group's MLS state. @throws Error if its record is damaged. AES-GCM detects damage before. */
export function openGroup(engine: Engine, { state, groupId }: StoredGroup): Conversation {
  const opened = state && decodeConversation(state, engine.trust);
  if (!opened) throw new Error(`the group ${groupId} can not be read`);
  return opened;
}

const accountsIn = (members: readonly Member[]): Address[] =>
  members
    .map(({ account }) => account)
    .filter((account, index, all) => all.findIndex((one) => isAddressEqual(one, account)) === index);

/** Returns the changes of a commit as timeline notices. */
export function eventsBetween(
  before: { members: readonly Member[]; roles: Roles },
  after: { members: readonly Member[]; roles: Roles },
): NoticeEvent[] {
  const has = (members: readonly Member[], account: Address) =>
    members.some((one) => isAddressEqual(one.account, account));
  const changes = (type: 'added' | 'removed', from: readonly Member[], to: readonly Member[]) => {
    const devices = to.filter(({ deviceKey }) => from.every((one) => one.deviceKey !== deviceKey));
    const accounts = accountsIn(devices);
    const others = accounts.filter((account) => has(from, account));
    const news = accounts.filter((account) => !has(from, account));
    const kind = type === 'added' ? ('devicesAdded' as const) : ('devicesRemoved' as const);
    const keys = (account: Address) =>
      devices.filter((one) => isAddressEqual(one.account, account)).map((one) => one.deviceKey as Hex);
    return [
      ...(news.length > 0 ? [{ type, accounts: news }] : []),
      ...others.map((account) => ({ type: kind, account, devices: keys(account) })),
    ];
  };
  const roleChanges = accountsIn(after.members).flatMap((account): NoticeEvent[] => {
    const role = roleOf(after.roles, account);
    return has(before.members, account) && role !== roleOf(before.roles, account)
      ? [{ type: 'role', account, role }]
      : [];
  });
  return [
    ...changes('added', before.members, after.members),
    ...changes('removed', after.members, before.members),
    ...roleChanges,
  ];
}

/** Returns the accounts of a conversation, this one first. */
function participantsOf(
  engine: Engine,
  { members, roles }: Pick<StoredGroup, 'members' | 'roles'>,
): ParticipantView[] {
  return accountsIn(members)
    .map((account) => ({
      account,
      role: roleOf(roles, account),
      isSelf: engine.isSelf(account),
      devices: members
        .filter((one) => isAddressEqual(one.account, account))
        .map(({ deviceKey }) => deviceKey as Hex)
        .filter((key, index, all) => all.indexOf(key) === index),
    }))
    .toSorted((one, other) => Number(other.isSelf) - Number(one.isSelf));
}

/** Returns whether both accounts of a direct conversation have members in the group. Always true for rooms. */
const isComplete = ({ members, roles }: Pick<StoredGroup, 'members' | 'roles'>) =>
  roles.kind === 'room' ||
  roles.accounts.every((account) => members.some((one) => isAddressEqual(one.account, account)));

type OpenGroup = StoredGroup & { state: Uint8Array };
type Counted = { group: OpenGroup; counting: readonly Member[] };

/** Returns the groups of a conversation that may be used for sending, the preferred one first. */
async function countedGroups(
  engine: Engine,
  conversation: Pick<StoredConversation, 'id' | 'groups'>,
  batch?: Batch,
): Promise<Counted[]> {
  const groups = await groupsOf(engine, conversation, batch);
  const counted = await Promise.all(
    groups.map(async (group) => ({ group, counting: await countingMembers(engine, group, batch) })),
  );
  const hasOthers = ({ group, counting }: Counted) => Number(counting.length < group.members.length);
  return counted
    .filter(({ group: { roles }, counting }) => isComplete({ members: counting, roles }))
    .toSorted(
      (one, other) =>
        hasOthers(one) - hasOthers(other) ||
        other.counting.length - one.counting.length ||
        (one.group.groupId < other.group.groupId ? -1 : 1),
    );
}

/**
 * Returns the group to use for sending, or null if there is none. If both accounts started one at the same time, both
 * sides choose the group with the most devices, and on a tie the smaller ID. A group with a device that was revoked or
 * isn't in its account's log comes last.
 */
export async function mainGroup(
  engine: Engine,
  conversation: Pick<StoredConversation, 'id' | 'groups' | 'abandoned'>,
  batch?: Batch,
): Promise<OpenGroup | null> {
  const { abandoned } = conversation;
  const counted = await countedGroups(engine, conversation, batch);
  return counted.find(({ group }) => !abandoned.includes(group.groupId))?.group ?? null;
}

/**
 * Maximum number of groups of a direct conversation. Two accounts need one, two if both started one at the same time,
 * and another one after a device has missed a commit.
 */
const MAX_DIRECT_GROUPS = 8;
/** The same for a request, to limit what strangers can store. */
const MAX_REQUEST_GROUPS = 3;

/** Returns the groups of a direct conversation that exceed the limit if one is added, the least useful ones. */
export async function groupsToDrop(
  engine: Engine,
  batch: Batch,
  conversation: Pick<StoredConversation, 'id' | 'groups' | 'abandoned' | 'isRequest'>,
): Promise<readonly string[]> {
  const { abandoned, isRequest } = conversation;
  const counted = await countedGroups(engine, conversation, batch);
  const usable = counted.map(({ group }) => group.groupId).filter((one) => !abandoned.includes(one));
  const own = (await groupRecords(engine, batch, conversation)).map(({ groupId }) => groupId);
  const others = own.filter((one) => !usable.includes(one)).toReversed();
  return [...usable, ...others].slice((isRequest ? MAX_REQUEST_GROUPS : MAX_DIRECT_GROUPS) - 1);
}

/** Stores a group's state after a message, which doesn't change members. */
export function putState(batch: Batch, { conversationId }: StoredGroup, group: Conversation): void {
  const record = recordOf(conversationId, group);
  batch.put('groups', record.groupId, record);
}

/**
 * Returns the conversation with the accounts of all of its groups, because messages of all are shown, and the security
 * code has to include their devices.
 */
export async function withParticipants(
  engine: Engine,
  batch: Batch,
  conversation: StoredConversation,
): Promise<StoredConversation> {
  const counted = await countedGroups(engine, conversation, batch);
  const roles = counted[0]?.group.roles;
  const members = counted.flatMap(({ counting }) => counting);
  return { ...conversation, participants: roles ? participantsOf(engine, { members, roles }) : [] };
}

/**
 * Stores a group's state after a commit or welcome. Returns the conversation with its current accounts, which is also
 * put in the batch.
 */
export async function putGroup(
  engine: Engine,
  batch: Batch,
  { conversation, group }: { conversation: StoredConversation; group: Conversation | StoredGroup },
): Promise<StoredConversation> {
  const record = 'groupId' in group ? group : recordOf(conversation.id, group);
  batch.put('groups', record.groupId, record);
  const groups = [...new Set([...conversation.groups, record.groupId])];
  const next = await withParticipants(engine, batch, { ...conversation, groups });
  batch.put('conversations', next.id, next);
  return next;
}

/**
 * Returns the room after members were removed. Removed accounts can't rejoin by invite code until a member adds them.
 * The current code is invalidated, because they could use it with other accounts. Accounts that left, or whose devices
 * were all revoked, may rejoin.
 */
async function afterRemovals(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    before,
    events,
    isOwnCommit,
  }: {
    conversation: StoredConversation;
    before: StoredGroup;
    events: readonly NoticeEvent[];
    /** Whether this device removed them. */
    isOwnCommit: boolean;
  },
): Promise<StoredConversation> {
  const accountsOf = (type: 'added' | 'removed') =>
    events.flatMap((event) => (event.type === type ? event.accounts : []));
  const isIn = (accounts: readonly Address[], account: Address) =>
    accounts.some((one) => isAddressEqual(one, account));
  const forced: Address[] = [];
  for (const account of accountsOf('removed')) {
    const { revoked } = await identityOf(engine, account, batch);
    const isRevoked = before.members
      .filter((one) => isAddressEqual(one.account, account))
      .every(({ deviceKey }) => revoked.some((one) => one.deviceKey === deviceKey));
    // This device is about to add them again.
    const isLagging =
      isOwnCommit &&
      laggingIn(conversation, before.groupId).some((one) => isAddressEqual(one.account, account));
    if (!isRevoked && !isLagging && !isIn(conversation.leaving, account)) forced.push(account);
  }
  const added = accountsOf('added');
  const known = conversation.removed;
  if (forced.length === 0 && !known.some((account) => isIn(added, account))) return conversation;
  const removed = [...known.filter((account) => !isIn(added, account)), ...forced].slice(
    -MAX_REMOVED_ACCOUNTS,
  );
  return { ...(forced.length > 0 ? withoutInvite(conversation) : conversation), removed };
}

/**
 * Returns a room after this device was added to it, again or for the first time. Its earlier invite code is
 * invalidated, and accounts that are missing since are recorded as removed, because it hasn't seen the commits in
 * between.
 */
export async function afterRejoin(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    before,
    after,
  }: { conversation: StoredConversation; before: StoredGroup | undefined; after: Conversation },
): Promise<StoredConversation> {
  if (!before) return conversation;
  const events = eventsBetween(before, { members: membersOf(after), roles: after.roles });
  const known = await afterRemovals(engine, batch, { conversation, before, events, isOwnCommit: false });
  return known.invite === null ? known : withoutInvite(known);
}

/**
 * Returns a commit's changes as the timeline shows them. An account that asked to leave is shown as having left,
 * regardless of which member's device removed it.
 */
const shownChanges = (
  events: readonly NoticeEvent[],
  by: Address,
  leaving: readonly Address[],
): { by: Address; event: NoticeEvent }[] =>
  events.flatMap((event) => {
    if (event.type !== 'removed') return [{ by, event }];
    const isLeaving = (account: Address) => leaving.some((one) => isAddressEqual(one, account));
    const removed = event.accounts.filter((account) => !isLeaving(account));
    return [
      ...event.accounts
        .filter(isLeaving)
        .map((account) => ({ by: account, event: { type: 'left' as const } })),
      ...(removed.length > 0 ? [{ by, event: { ...event, accounts: removed } }] : []),
    ];
  });

/**
 * Stores the state after a commit, and adds its changes to the timeline, except device changes in direct conversations.
 */
export async function putChange(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    before,
    after,
    by,
    isOwnCommit,
  }: {
    conversation: StoredConversation;
    before: StoredGroup;
    after: Conversation;
    by: Address;
    /** Whether this device made the commit. */
    isOwnCommit: boolean;
  },
): Promise<StoredConversation> {
  const members = membersOf(after);
  const events = eventsBetween(before, { members, roles: after.roles });
  const { removed } = changedMembers({ before, after: { members, roles: after.roles } });
  const invited = await afterRemovals(engine, batch, { conversation, before, events, isOwnCommit });
  const isIn = (account: Address) => members.some((one) => isAddressEqual(one.account, account));
  const isAdded = (account: Address) =>
    isIn(account) && before.members.every((one) => !isAddressEqual(one.account, account));
  const known = {
    ...withoutReturning(invited, removed),
    // Who asks while its lost device is still in the room is added again after the removal.
    joining: invited.joining.filter((account) => !isAdded(account)),
    requestContent: invited.requestContent.filter(
      ({ by: sender, content }) => content.body.type !== 'leave' || isIn(sender.account),
    ),
    leaving: invited.leaving.filter(isIn),
  };
  const stored = await putGroup(engine, batch, { conversation: known, group: after });
  const isStarting = conversation.kind === 'direct' && before.members.length === 1;
  if (isStarting) return stored;
  return shownChanges(events, by, invited.leaving).reduce(
    (known, change) =>
      addNotices(engine, batch, { conversation: known, by: change.by, events: [change.event] }),
    stored,
  );
}
