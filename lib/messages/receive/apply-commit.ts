import { addItem } from '@/lib/messages/core/apply-content';
import type { Engine } from '@/lib/messages/core/engine';
import { deviceStatuses } from '@/lib/messages/members/device-trust';
import { putChange, putGroup } from '@/lib/messages/members/groups';
import type { Received } from '@/lib/messages/mls/receive';
import { changedMembers } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';

/** Records that this device was removed. Its history stays. */
async function leaveGroup(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    group,
    by,
  }: { conversation: StoredConversation; group: StoredGroup; by: typeof engine.account },
): Promise<void> {
  const gone: StoredGroup = { ...group, state: null, members: [] };
  const left = await putGroup(engine, batch, { conversation, group: gone });
  if (conversation.kind !== 'room' || conversation.hasLeft) return;
  // The user may have left on another device.
  const item = conversation.isLeftBefore
    ? { by: engine.account, event: { type: 'left' as const } }
    : { by, event: { type: 'removed' as const, accounts: [engine.account] } };
  addItem(engine, batch, { conversation: left, item: { kind: 'notice', at: engine.now(), ...item } });
}

/** Stores the state after another member's commit, or after this device's own one that the server delivered. */
export async function applyCommit(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    group,
    received,
  }: {
    conversation: StoredConversation;
    group: StoredGroup;
    received: Extract<Received, { kind: 'change' | 'removed' }>;
  },
): Promise<void> {
  // This device's own commit for the same epoch was either this one or rejected.
  batch.delete('commits', group.groupId);
  const by = received.by.account;
  if (received.kind === 'removed') return leaveGroup(engine, batch, { conversation, group, by });
  // The commit is applied like on all other devices. In direct conversations, devices that aren't in their account's log
  // are then ignored.
  if (conversation.kind === 'direct' && !conversation.isRequest)
    await deviceStatuses(engine, changedMembers(received.change).added, batch);
  const after = received.conversation;
  await putChange(engine, batch, { conversation, before: group, after, by, isOwnCommit: false });
}
