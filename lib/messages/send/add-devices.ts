import { type Address, isAddressEqual } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { identityOf, refreshIdentity, refreshIfVerifiable } from '@/lib/messages/members/identity';
import { isFull, type LaggingDevice, returning } from '@/lib/messages/members/lagging-devices';
import { membersOf } from '@/lib/messages/mls/group';
import { deviceKeyOf, type KeyPackage } from '@/lib/messages/mls/key-package';
import { accountsOf, MAX_ACCOUNT_DEVICES, roleOf } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import { attempt } from './attempt';
import { addable, type Claim } from './claim-devices';
import { changeGroup } from './commits';
import { MAX_ROOM_ACCOUNTS } from './open-requests';
import { removeUnconfirmed } from './remove-devices';
import { isLeftOut, joinKey, markLeftOut, markUnreachable } from './unreachable';
/** Adds this account's devices that aren't in a group yet. */
export async function addOwnDevices(
  engine: Engine,
  { id, groupId }: { id: ConversationId; groupId: string },
  claim: Claim,
): Promise<void> {
  const own = await identityOf(engine, engine.account);
  // A contradictory log may be forged, so none of its devices are added.
  if (own.problem !== null) return;
  const device = await engine.device();
  let missing: readonly string[] = [];
  const isAdded = await attempt(() =>
    changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      missing = own.active.filter(
        (key) =>
          members.every(({ deviceKey }) => deviceKey !== key) &&
          !isLeftOut(engine, groupId, key) &&
          !isFull(engine, id, key),
      );
      const others = members.filter(({ account }) => engine.isSelf(account)).length;
      // The devices to add verify who adds them, so an account whose signers have changed needs a new binding first.
      const isConfirmed =
        missing.length > 0 &&
        (await engine.limitedTrust(engine.account, true).isBound(device.binding, device.deviceKey, 'member'));
      const claimed = isConfirmed ? await claim(own.account) : null;
      const found = claimed
        ? (await addable(claim, own, members)).filter((one) => missing.includes(deviceKeyOf(one)))
        : [];
      const add = found.slice(0, MAX_ACCOUNT_DEVICES - others);
      for (const deviceKey of missing)
        if (add.every((keyPackage) => deviceKeyOf(keyPackage) !== deviceKey))
          markLeftOut(engine, { groupId, deviceKey }, claimed);
      return add.length > 0 ? { add } : null;
    }),
  );
  if (!isAdded) for (const deviceKey of missing) markLeftOut(engine, { groupId, deviceKey }, null);
}

/** Adds devices of a room again that were removed after missing a commit. */
export async function addReturning(
  engine: Engine,
  { id, groupId, lagging }: { id: ConversationId; groupId: string; lagging: readonly LaggingDevice[] },
  claim: Claim,
): Promise<void> {
  await attempt(async () => {
    await removeUnconfirmed(engine, groupId);
    await changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      const add: KeyPackage[] = [];
      if (present.roles.kind !== 'room' || roleOf(present.roles, engine.account) === 'member') return null;
      for (const { account, deviceKey } of returning(engine, members, lagging)) {
        if (isLeftOut(engine, groupId, deviceKey) || isFull(engine, id, deviceKey)) continue;
        const found = await addable(claim, await refreshIfVerifiable(engine, account), members);
        const again = found.filter((keyPackage) => deviceKeyOf(keyPackage) === deviceKey);
        if (again.length === 0) markLeftOut(engine, { groupId, deviceKey }, await claim(account));
        add.push(...again);
      }
      return add.length > 0 ? { add } : null;
    });
  });
}

/** Adds an account that used a room's invite code, in its own commit, so a failure doesn't affect others. */
export async function addJoiner(
  engine: Engine,
  { conversation, groupId, account }: { conversation: StoredConversation; groupId: string; account: Address },
  claim: Claim,
): Promise<void> {
  await attempt(async () => {
    const identity = await refreshIdentity(engine, account, 0);
    await removeUnconfirmed(engine, groupId);
    await changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      const accounts = accountsOf(members);
      if (identity.problem !== null || accounts.some((one) => isAddressEqual(one, account))) return null;
      if (accounts.length >= MAX_ROOM_ACCOUNTS) return null;
      const add = await addable(claim, identity, members);
      return add.length > 0 ? { add } : null;
    });
  });
  const after = await engine.store.read('groups', groupId);
  if (!after?.members.some((one) => isAddressEqual(one.account, account)))
    markUnreachable(engine, joinKey(conversation.id, account));
}
