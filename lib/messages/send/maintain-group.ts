import { isRefusal } from '@/lib/messages/core/api';
import { groupsOf, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { refreshIdentity, refreshIfVerifiable } from '@/lib/messages/members/identity';
import { behindIn } from '@/lib/messages/members/lagging-devices';
import { membersOf } from '@/lib/messages/mls/group';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import { accountsOf } from '@/lib/messages/protocol/roles';
import { applyRequestContent, recordRequestHeads } from '@/lib/messages/receive/accepted-request';
import type { StoredConversation } from '@/lib/messages/storage/records';
import { addJoiner, addOwnDevices, addReturning } from './add-devices';
import { attempt } from './attempt';
import { claimOnce } from './claim-devices';
import { changeGroup } from './commits';
import { openRequests, settleRequests } from './open-requests';
import { removals } from './remove-devices';

/**
 * Reads the logs of all accounts in a group, removes revoked devices and members who asked to leave, and adds this
 * account's other devices and accounts that used the invite code. An account that can't be added doesn't block the
 * rest.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if the chain of the other account of a direct
 * conversation can't be read.
 */
export async function maintainGroup(
  engine: Engine,
  { conversation, groupId }: { conversation: StoredConversation; groupId: string },
): Promise<void> {
  engine.requireNetworkLock();
  const group = await engine.store.read('groups', groupId);
  if (!group?.state) return;
  const accounts = accountsOf(group.members);
  await recordRequestHeads(engine, conversation.id, accounts);
  // One member must not delay messages to all others.
  if (group.roles.kind === 'room')
    await Promise.all(accounts.map((account) => refreshIfVerifiable(engine, account)));
  else for (const account of accounts) await refreshIdentity(engine, account);
  await applyRequestContent(engine, conversation.id, group);
  const behind = behindIn(conversation, groupId);
  const removed: string[] = [];
  // Uses several commits if the revocations don't fit in one.
  for (let hasRemoved = true; hasRemoved; ) {
    hasRemoved = false;
    let leaving: string[] = [];
    const isDone = await attempt(() =>
      changeGroup(engine, groupId, async (present) => {
        const removal = await removals(engine, { conversation, behind }, present);
        hasRemoved = removal !== null;
        const leaves = removal?.remove ?? [];
        leaving = membersOf(present)
          .filter(({ leafIndex }) => leaves.includes(leafIndex))
          .map(({ deviceKey }) => deviceKey);
        return removal;
      }),
    );
    if (!isDone) break;
    removed.push(...leaving);
  }
  const { id } = conversation;
  const claim = claimOnce(engine, id);
  await addOwnDevices(engine, { id, groupId }, claim);
  if (behind.length > 0) await addReturning(engine, { id, groupId, behind }, claim);
  // The user may have turned off the invite link in the meantime.
  const present = await requireConversation(engine, conversation.id);
  for (const account of openRequests(engine, present).joining)
    await addJoiner(engine, { conversation, groupId, account }, claim);
  if (conversation.joining.length > 0 || conversation.leaving.length > 0 || behind.length > 0)
    await settleRequests(engine, { id: conversation.id, groupId, removed });
}

/**
 * Maintains all conversations, after reading this account's log if it was read longer ago than `maxAgeMs`. A failure in
 * one doesn't affect the others. Skips requests until the user accepts them, because members would see the commits, and
 * reading all of their logs could take long.
 * @throws MessengerError if the server is unreachable, or DOMException if the storage fails.
 */
export async function maintainAll(engine: Engine, maxAgeMs?: number): Promise<void> {
  const failures: unknown[] = [];
  // While this account's chain can't be read, only rooms are maintained, like while other accounts' chains can't be.
  const isVerified = await attempt(async () => {
    // The account may have added another device.
    await refreshIdentity(engine, engine.account, maxAgeMs);
  });
  for (const { value: conversation } of await engine.store.readAll('conversations')) {
    if (conversation.isRequest || (conversation.kind === 'direct' && !isVerified)) continue;
    for (const { groupId } of await groupsOf(engine, conversation)) {
      // Nothing is sent in an abandoned group, so a new device that doesn't know that must not be in it.
      if (conversation.abandoned.includes(groupId)) continue;
      try {
        await maintainGroup(engine, { conversation, groupId });
      } catch (error) {
        if (isFinal(error) && !isRefusal(error)) throw error;
        // Another member's device may succeed, and this device retries the next time.
        if (isRefusal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError))
          failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}
