import { hexToBytes, sha256 } from 'viem';
import {
  changeConversation,
  deliveryAccess,
  membersOf,
  type RequestedChange,
} from '@/lib/messages/mls/group';
import type { Roles } from '@/lib/messages/protocol/roles';
import { claimPackages, commit, keyOfPackage, type Person } from './api-messages';
import { hostileGroup } from './hostile-member';
import type { HostileGroup } from './hostile-sender';
import { base64 } from './message-frames';
import { newKeyPackage } from './messaging';
import { settle, type User } from './messenger';

// Welcomes to other groups with the ID of a room.

type Fork = {
  bob: User;
  inviter: Pick<Person, 'device'>;
  roles: Roles;
  /** Epoch of the fork, if it isn't the one after the commit. */
  epoch?: bigint;
  /** Whether the server gets the hash of the fork's access value, so that it can be joined. */
  isStored?: boolean;
  /** Whether the commit is sent to Bob's device, which then follows the group. */
  isFollowing?: boolean;
};

/**
 * Sends Bob a welcome to a fork of a group, with a commit that the group's other members accept. If the server gets the
 * fork's hash, they can't send until the next commit.
 */
export async function inviteToFork(by: Person, group: HostileGroup, fork: Fork): Promise<void> {
  const { bob, inviter, roles, epoch, isStored = true, isFollowing = false } = fork;
  const publicPackage = (await claimPackages(by, bob.account.address)).find(
    (one) => keyOfPackage(one) === bob.messenger.getSnapshot().deviceKey,
  );
  if (!publicPackage) throw new Error('the device has no key package');
  const own = await newKeyPackage(inviter.device);
  const groupId = hexToBytes(`0x${group.groupId}`);
  const next = group.conversation.state.groupContext.epoch + 1n;
  const { welcome, access } = await hostileGroup(
    { device: inviter.device, own },
    { publicPackage },
    roles,
    ({ info }) => ({
      info: { ...info, groupContext: { ...info.groupContext, groupId, epoch: epoch ?? next } },
    }),
  );
  const ofBob = keyOfPackage(publicPackage);
  const altered = {
    welcome: { content: base64(welcome), to: [ofBob] },
    ...(isStored ? { nextAccessHash: sha256(access) } : {}),
    ...(isFollowing ? {} : { to: group.to.filter((key) => key !== ofBob) }),
  };
  await commitIn(by, group, {}, altered);
  if (isStored) group.access = access;
  await settle(bob);
}

/** Commits a change of a group, and sends it to all of its devices. */
export async function commitIn(
  by: Person,
  group: HostileGroup,
  change: RequestedChange,
  other: Record<string, unknown> = {},
): Promise<void> {
  const { conversation: before, groupId } = group;
  const changed = await changeConversation(by.device, before, change);
  const added = (change.add ?? []).map(keyOfPackage);
  const { code } = await commit(by, {
    deviceKey: by.deviceKey,
    groupId,
    epoch: Number(before.state.groupContext.epoch),
    access: group.access ?? (await deliveryAccess(before)),
    nextAccessHash: changed.nextAccessHash,
    content: base64(changed.commit),
    to: group.to.filter((key) => !added.includes(key)),
    ...(changed.welcome ? { welcome: { content: base64(changed.welcome), to: added } } : {}),
    ...other,
  });
  if (code !== 200) throw new Error(`the commit was not sent: ${code}`);
  group.conversation = changed.conversation;
  group.to = [...new Set([...group.to, ...added])];
  delete group.access;
}

/** Commits a change after which nobody can send in a group, because the server gets the hash of an unknown value. */
export const closeGroup = (by: Person, group: HostileGroup): Promise<void> =>
  commitIn(by, group, {}, { nextAccessHash: `0x${'00'.repeat(32)}` });

/** Returns the leaf indexes of an account's devices in a group. */
export const leavesOf = (group: HostileGroup, account: string): number[] =>
  membersOf(group.conversation)
    .filter((one) => one.account === account)
    .map(({ leafIndex }) => leafIndex);
