import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { refreshIdentity, refreshIfVerifiable } from '@/lib/messages/members/identity';
import { laggingIn } from '@/lib/messages/members/lagging-devices';
import { membersOf } from '@/lib/messages/mls/group';
import { accountsOf } from '@/lib/messages/protocol/roles';
import { applyRequestContent, recordRequestHeads } from '@/lib/messages/receive/accepted-request';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
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
  engine.requireConversation(conversation.id);
  const group = await engine.store.read('groups', groupId);
  if (!group?.state) return;
  const accounts = accountsOf(group.members);
  await recordRequestHeads(engine, conversation.id, accounts);
  // One member must not delay messages to all others.
  if (group.roles.kind === 'room')
    await Promise.all(accounts.map((account) => refreshIfVerifiable(engine, account)));
  else for (const account of accounts) await refreshIdentity(engine, account);
  await applyRequestContent(engine, conversation.id, group);
  const lagging = laggingIn(conversation, groupId);
  const planned: string[] = [];
  // Uses several commits if the revocations don't fit in one.
  for (let hasRemoved = true; hasRemoved; ) {
    hasRemoved = false;
    const isDone = await attempt(() =>
      changeGroup(engine, groupId, async (present) => {
        const removal = await removals(engine, { conversation, lagging }, present);
        hasRemoved = removal !== null;
        const leaves = removal?.remove ?? [];
        const leaving = membersOf(present).filter(({ leafIndex }) => leaves.includes(leafIndex));
        planned.push(...leaving.map(({ deviceKey }) => deviceKey));
        return removal;
      }),
    );
    if (!isDone) break;
  }
  const { id } = conversation;
  const claim = claimOnce(engine, id);
  await addOwnDevices(engine, { id, groupId }, claim);
  if (lagging.length > 0) await addReturning(engine, { id, groupId, lagging }, claim);
  // The user may have turned off the invite link in the meantime.
  const present = await requireConversation(engine, conversation.id);
  for (const account of openRequests(engine, present).joining)
    await addJoiner(engine, { conversation, groupId, account }, claim);
  if (conversation.joining.length > 0 || conversation.leaving.length > 0 || lagging.length > 0)
    await settleRequests(engine, { id: conversation.id, groupId, removed: planned });
}
