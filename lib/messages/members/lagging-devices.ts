import { type Hex, isAddressEqual } from 'viem';
import { requireConversation } from '@/lib/messages/core/conversations';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import { MAX_ABANDONED } from '@/lib/messages/protocol/content';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { type Member, mayRemove, type Roles, roleOf } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';

/**
 * How long a device whose queue was full isn't added to a conversation again, in ms. It would miss the welcome as well,
 * and each attempt makes commits that take up space in the queues of others.
 */
const QUEUE_FULL_MS = 3_600_000;
/** How long a device that missed a commit is remembered, in ms. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1_000;

export type LaggingDevice = StoredConversation['lagging'][number];

/** Thrown if this device missed a commit that the server no longer stores. It can't send in the group anymore. */
export class MissedCommitError extends MessengerError {
  constructor(readonly groupId: string) {
    super('busy');
  }
}

/** When each device's queue was last full, in ms since the epoch, by conversation ID and device key. */
const fullQueues = engineState(() => new Map<string, number>());

/** One conversation can fill only a part of a queue, so a full part says nothing about other conversations. */
const queueKey = (id: string, deviceKey: string) => `${id} ${deviceKey}`;

/** Returns whether a device recently missed a commit or welcome of a conversation, because its queue was full. */
export const isFull = (engine: Engine, id: string, deviceKey: string): boolean =>
  !engine.isPast(fullQueues(engine).get(queueKey(id, deviceKey)) ?? Number.NEGATIVE_INFINITY, QUEUE_FULL_MS);

const union = (these: readonly string[] = [], others: readonly string[] = []): readonly string[] => [
  ...new Set([...these, ...others]),
];

/** Returns the conversation with a group excluded from sending. Messages in the group are still received. */
const withoutGroup = (conversation: StoredConversation, groupId: string): StoredConversation => ({
  ...conversation,
  abandoned: union(conversation.abandoned, [groupId]),
});

/** Returns the groups that this device no longer uses, and that the members weren't notified of. */
export const unannouncedAbandoned = ({
  groups,
  abandoned,
  announcedAbandoned,
}: StoredConversation): readonly string[] =>
  abandoned
    .filter((one) => groups.includes(one) && !announcedAbandoned.includes(one))
    .slice(0, MAX_ABANDONED);

/** Records that the members were notified of abandoned groups. */
export async function markAbandonedAnnounced(
  engine: Engine,
  id: string,
  groups: readonly string[],
): Promise<void> {
  await engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    batch.put('conversations', id, {
      ...conversation,
      announcedAbandoned: union(conversation.announcedAbandoned, groups),
    });
  });
}

/**
 * Returns the conversation without groups that a member abandoned. A message can't abandon its own group, so there is
 * always one for sending.
 */
export function withReportedAbandoned(
  conversation: StoredConversation,
  { groups, sentIn }: { groups: readonly string[]; sentIn: string },
): StoredConversation {
  const known = groups.filter((one) => one !== sentIn && conversation.groups.includes(one));
  return {
    ...conversation,
    abandoned: union(conversation.abandoned, known),
    announcedAbandoned: union(conversation.announcedAbandoned, known),
  };
}

/**
 * Records the members whose queues were too full for a commit, and which can't follow the group anymore. Devices in a
 * room, and this account's own devices, are removed and added again. In a direct conversation, only the other account
 * may do that for its devices. Therefore the next message starts a new group without the device, which its account adds
 * later.
 */
export function withMissed(
  engine: Engine,
  conversation: StoredConversation,
  { group: { groupId, members, roles }, missed }: { group: StoredGroup; missed: readonly string[] },
): StoredConversation {
  const lagging = members.filter(({ deviceKey }) => missed.includes(deviceKey));
  if (lagging.length === 0) return conversation;
  for (const { deviceKey } of lagging)
    fullQueues(engine).set(queueKey(conversation.id, deviceKey), engine.now());
  if (roles.kind === 'direct' && lagging.some(({ account }) => !engine.isSelf(account)))
    return withoutGroup(conversation, groupId);
  const isNew = (one: LaggingDevice) =>
    one.groupId !== groupId || lagging.every(({ deviceKey }) => deviceKey !== one.deviceKey);
  const added = lagging.map(({ account, deviceKey }) => ({
    groupId,
    account,
    deviceKey: deviceKey as Hex,
    isRemoved: false,
    at: engine.now(),
  }));
  return { ...conversation, lagging: [...conversation.lagging.filter(isNew), ...added] };
}

export const laggingIn = ({ lagging }: StoredConversation, groupId: string): LaggingDevice[] =>
  lagging.filter((one) => one.groupId === groupId);

/** Returns the lagging members that this account may remove. */
export const removable = (
  engine: Engine,
  { members, roles }: { members: readonly Member[]; roles: Roles },
  lagging: readonly LaggingDevice[],
): Member[] =>
  members.filter(
    ({ account, deviceKey }) =>
      lagging.some((one) => !one.isRemoved && one.deviceKey === deviceKey) &&
      (engine.isSelf(account) || mayRemove(roleOf(roles, engine.account), roleOf(roles, account))),
  );

/**
 * Returns the devices that were removed for lagging and not added again yet. Excludes this account's devices,
 * which are added anyway.
 */
export const returning = (
  engine: Engine,
  members: readonly Member[],
  lagging: readonly LaggingDevice[],
): LaggingDevice[] =>
  lagging.filter(
    ({ account, deviceKey, isRemoved }) =>
      isRemoved && !engine.isSelf(account) && members.every((one) => one.deviceKey !== deviceKey),
  );

/** Returns the devices that still have to be removed or added again after a group was maintained. */
export function stillLagging(
  engine: Engine,
  { lagging }: StoredConversation,
  { group: { groupId, members }, removed }: { group: StoredGroup; removed: readonly string[] },
): LaggingDevice[] {
  return lagging.flatMap((one) => {
    if (one.groupId !== groupId) return [one];
    if (engine.now() - one.at > REMEMBERED_MS) return [];
    const isIn = members.some(({ deviceKey }) => deviceKey === one.deviceKey);
    if (isIn) return one.isRemoved ? [] : [one];
    return one.isRemoved || removed.includes(one.deviceKey) ? [{ ...one, isRemoved: true }] : [];
  });
}

/** Returns the conversation without pending re-adds of accounts that a member has removed. */
export const withoutReturning = (
  conversation: StoredConversation,
  removed: readonly Member[],
): StoredConversation => ({
  ...conversation,
  lagging: conversation.lagging.filter(
    (one) => !one.isRemoved || removed.every(({ account }) => !isAddressEqual(account, one.account)),
  ),
});

/** Excludes a group of a direct conversation from sending, because this device can't follow it anymore. */
export async function abandon(engine: Engine, id: string, groupId: string): Promise<void> {
  await engine.write(async (batch: Batch) => {
    batch.put('conversations', id, withoutGroup(await requireConversation(engine, id, batch), groupId));
  });
}
