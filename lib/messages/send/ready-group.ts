import { type Address, isAddressEqual } from 'viem';
import { groupsOf, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { countingMembers } from '@/lib/messages/members/device-trust';
import { groupIdOf, mainGroup, putGroup } from '@/lib/messages/members/groups';
import { identityOf, isStopped, refreshIdentity } from '@/lib/messages/members/identity';
import { abandon } from '@/lib/messages/members/lagging-devices';
import { createKeyPackage } from '@/lib/messages/mls/device';
import { startConversation } from '@/lib/messages/mls/group';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import { addable, claimOnce } from './claim-devices';
import { changeGroup } from './commits';
import { maintainGroup } from './maintain-group';
import { isMaintenanceDue } from './maintenance-due';
export const newGroupId = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(16));

/** Creates the group of a direct conversation with all devices of both accounts. */
async function startDirect(engine: Engine, conversation: StoredConversation, peer: Address): Promise<void> {
  // Bypasses the cache, because the account may just have turned on messages.
  const theirs = await refreshIdentity(engine, peer, 0);
  if (theirs.problem !== null) throw new MessengerError('identity');
  const own = await refreshIdentity(engine, engine.account);
  const claim = claimOnce(engine, conversation.id);
  const device = await engine.device();
  // Resume an interrupted start.
  const unfinished = (await groupsOf(engine, conversation)).find(({ epoch }) => epoch === 0);
  if (!unfinished && (await addable(claim, theirs, [])).length === 0)
    throw new MessengerError('notReachable');
  const groupId =
    unfinished?.groupId ??
    (await engine.write(async (batch) => {
      const roles = { kind: 'direct' as const, accounts: [engine.account, peer] as [Address, Address] };
      const options = { groupId: newGroupId(), roles, trust: engine.trust };
      const own = await createKeyPackage(device, Math.floor(engine.now() / 1_000));
      const group = await startConversation(own, options);
      const present = await requireConversation(engine, conversation.id, batch);
      await putGroup(engine, batch, { conversation: present, group });
      return groupIdOf(group);
    }));
  await changeGroup(engine, groupId, async ({ state }) => {
    if (state.groupContext.epoch > 0n) return null;
    const present = [{ leafIndex: 0, account: engine.account, deviceKey: device.deviceKey }];
    const add = await addable(claim, theirs, present);
    if (add.length === 0) throw new MessengerError('notReachable');
    return { add: [...add, ...(await addable(claim, own, present))] };
  });
}

/** Returns the group to send in, with all devices that belong in it. Creates the group if necessary and allowed. */
export async function readyGroup(
  engine: Engine,
  id: ConversationId,
  mayStart = true,
): Promise<StoredGroup & { state: Uint8Array }> {
  const conversation = await requireConversation(engine, id);
  const { peer, isRequest } = conversation;
  if (conversation.hasLeft) throw new MessengerError('notMember');
  const { blocked } = await engine.settings();
  if (peer && blocked.some((one) => isAddressEqual(one, peer))) throw new MessengerError('blocked');
  const known = await mainGroup(engine, conversation);
  // A request is maintained once the user has accepted it.
  if (known && !isRequest && (await isMaintenanceDue(engine, conversation, known)))
    await maintainGroup(engine, { conversation, groupId: known.groupId });
  // Maintenance may have removed the other account's last device after its revocation, or may not be allowed to remove a
  // device. The second attempt leaves out devices that missed their welcome.
  for (let attempt = 0; peer && mayStart && attempt < 2; attempt += 1) {
    const present = await requireConversation(engine, id);
    const main = await mainGroup(engine, present);
    if (main && (await countingMembers(engine, main)).length === main.members.length) break;
    if (main) await abandon(engine, id, main.groupId);
    await startDirect(engine, await requireConversation(engine, id), peer);
  }
  const group = await mainGroup(engine, await requireConversation(engine, id));
  if (!group) throw new MessengerError(peer ? 'notDelivered' : 'notMember');
  for (const { account } of group.members)
    if (isStopped(await identityOf(engine, account), id)) throw new MessengerError('identity');
  return group;
}
