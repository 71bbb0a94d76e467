import { type Address, isAddressEqual } from 'viem';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { unlistedIn } from '@/lib/messages/members/device-trust';
import { identityOf } from '@/lib/messages/members/identity';
import { type LaggingDevice, removable, withMissed } from '@/lib/messages/members/lagging-devices';
import {
  type Conversation,
  membersOf,
  type RequestedChange,
  unconfirmedMembers,
} from '@/lib/messages/mls/group';
import type { DeviceRevocation } from '@/lib/messages/protocol/device-binding';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { fittingRevocations } from '@/lib/messages/protocol/revocation';
import { accountsOf, type Member, mayRemove, roleOf } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import { changeGroup } from './commits';
import { openRequests } from './open-requests';
/** Returns the removal of a group's revoked devices and of accounts that asked to leave, or null if there are none. */
export async function removals(
  engine: Engine,
  { conversation, lagging }: { conversation: StoredConversation; lagging: readonly LaggingDevice[] },
  present: Conversation,
): Promise<RequestedChange | null> {
  const { deviceKey: ownKey } = await engine.device();
  const members = membersOf(present);
  const identities = await Promise.all(accountsOf(members).map((account) => identityOf(engine, account)));
  const mayRemoveOf = (account: Address) =>
    engine.isSelf(account) ||
    (present.roles.kind === 'room' &&
      mayRemove(roleOf(present.roles, engine.account), roleOf(present.roles, account)));
  const revoked: string[] = [];
  const proofs: DeviceRevocation[] = [];
  for (const identity of identities) {
    for (const revocation of identity.revoked) {
      if (members.every(({ deviceKey }) => deviceKey !== revocation.deviceKey)) continue;
      if (mayRemoveOf(identity.account)) revoked.push(revocation.deviceKey);
      else if (await engine.trust.isProven(identity.account, revocation)) proofs.push(revocation);
    }
  }
  const revocations = fittingRevocations(proofs);
  const { leaving } = openRequests(engine, conversation);
  const excluded = removable(engine, { members, roles: present.roles }, lagging);
  const unlisted = (await unlistedIn(engine, members)).filter(
    ({ account, deviceKey }) =>
      deviceKey !== ownKey &&
      identities.some((one) => isAddressEqual(one.account, account) && one.problem === null) &&
      mayRemoveOf(account),
  );
  const remove = members
    .filter(({ account, deviceKey }) => {
      if (unlisted.some((one) => one.deviceKey === deviceKey)) return true;
      if (excluded.some((one) => one.deviceKey === deviceKey)) return true;
      if (revoked.includes(deviceKey)) return true;
      if (revocations.some((proof) => proof.deviceKey === deviceKey)) return true;
      return leaving.some((one) => isAddressEqual(one, account)) && mayRemoveOf(account);
    })
    .map(({ leafIndex }) => leafIndex);
  return remove.length > 0 ? { remove, revocations } : null;
}

/**
 * Removes a group's devices that their contract accounts no longer confirm. Called before devices are added, because new
 * devices reject a group that contains one. The accounts can be added again with a new device.
 * @throws MessengerError `unconfirmed` if this account may not remove one of them.
 */
export async function removeUnconfirmed(engine: Engine, groupId: string): Promise<void> {
  const { deviceKey: ownKey } = await engine.device();
  await changeGroup(engine, groupId, async (present) => {
    const unconfirmed = await unconfirmedMembers(present, engine.limitedTrust(engine.account, true));
    const own = roleOf(present.roles, engine.account);
    const isRemovable = ({ account, deviceKey }: Member) =>
      deviceKey !== ownKey && (engine.isSelf(account) || mayRemove(own, roleOf(present.roles, account)));
    if (!unconfirmed.every(isRemovable)) throw new MessengerError('unconfirmed');
    // Nobody decided to remove these accounts, so they count like devices that missed a commit, and end no invite link.
    await engine.write(async (batch) => {
      const group = await engine.store.read('groups', groupId, batch);
      if (!group || unconfirmed.length === 0) return;
      const conversation = await requireConversation(engine, group.conversationId, batch);
      const missed = unconfirmed.map(({ deviceKey }) => deviceKey);
      batch.put('conversations', conversation.id, withMissed(engine, conversation, { group, missed }));
    });
    return unconfirmed.length > 0 ? { remove: unconfirmed.map(({ leafIndex }) => leafIndex) } : null;
  });
}
