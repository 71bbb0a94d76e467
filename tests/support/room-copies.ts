import { hexToBytes } from 'viem';
import { changeConversation, deliveryAccess, type RequestedChange } from '@/lib/wallet/messages/conversation';
import type { Roles } from '@/lib/wallet/messages/roles';
import { claimPackages, commit, keyOfPackage, type Person } from './api-messages';
import { hostileWelcome } from './hostile-member';
import { type HostileGroup, sendWelcome, startHostileGroup } from './hostile-sender';
import { base64, DEVICE_SITE } from './message-frames';
import { newAccount, newDevice, newKeyPackage } from './messaging';
import { settle, type User } from './messenger';

// Welcomes to several groups with the ID of one room.

type Copy = { bob: User; inviter: Pick<Person, 'device'>; roles: Roles; epoch: bigint };

/** Sends Bob a welcome that a device built by hand, in a group that exists on the server. */
export async function sendCopy(by: Person, group: HostileGroup, copy: Copy): Promise<void> {
  const { bob, inviter, roles, epoch } = copy;
  const publicPackage = (await claimPackages(by, bob.account.address)).find(
    (one) => keyOfPackage(one) === bob.messenger.getSnapshot().deviceKey,
  );
  if (!publicPackage) throw new Error('the device has no key package');
  const own = await newKeyPackage(inviter.device);
  const groupId = hexToBytes(`0x${group.groupId}`);
  const welcome = await hostileWelcome(
    { device: inviter.device, own },
    { publicPackage },
    roles,
    ({ info }) => ({
      info: { ...info, groupContext: { ...info.groupContext, groupId, epoch } },
    }),
  );
  group.to = [keyOfPackage(publicPackage)];
  await sendWelcome(by, group, welcome);
  await settle(bob);
}

/** A group of Mallory that Bob isn't in. */
export async function groupWithoutBob(mallory: Person): Promise<HostileGroup> {
  const member = await newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE }));
  return startHostileGroup(mallory, { add: [member.publicPackage] });
}

/** Commits a change of a group, and sends it to all of its devices. */
export async function commitIn(by: Person, group: HostileGroup, change: RequestedChange): Promise<void> {
  const { conversation: before, groupId } = group;
  const changed = await changeConversation(by.device, before, change);
  const added = (change.add ?? []).map(keyOfPackage);
  const { code } = await commit(by, {
    deviceKey: by.deviceKey,
    groupId,
    epoch: Number(before.state.groupContext.epoch),
    access: await deliveryAccess(before),
    nextAccessHash: changed.nextAccessHash,
    content: base64(changed.commit),
    to: group.to.filter((key) => !added.includes(key)),
    ...(changed.welcome ? { welcome: { content: base64(changed.welcome), to: added } } : {}),
  });
  if (code !== 200) throw new Error(`the commit was not sent: ${code}`);
  group.conversation = changed.conversation;
  group.to = [...new Set([...group.to, ...added])];
}
