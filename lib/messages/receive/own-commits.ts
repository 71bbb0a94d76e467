import { requireConversation } from '@/lib/messages/core/conversations';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import { sendRoomName } from '@/lib/messages/core/outgoing';
import { openGroup, putChange } from '@/lib/messages/members/groups';
import { withMissed } from '@/lib/messages/members/lagging-devices';
import { forget, type SpentKeys } from '@/lib/messages/mls/group';
import { decodePending } from '@/lib/messages/mls/group-codec';
import { applyPending } from '@/lib/messages/mls/receive';

/** The epoch of each group that the latest applied commit of this device has ended, by group ID. */
const endedByOwn = engineState(() => new Map<string, number>());

/** Returns whether this tab has applied this device's commit that ends an epoch. */
export const wasApplied = (engine: Engine, groupId: string, epoch: number): boolean =>
  endedByOwn(engine).get(groupId) === epoch;

/** Records that the server has accepted a group's stored commit, and the devices for which it wasn't queued. */
export const markAccepted = (engine: Engine, groupId: string, missed: readonly string[]): Promise<void> =>
  engine.write(async (batch) => {
    const commit = await engine.store.read('commits', groupId, batch);
    if (commit) batch.put('commits', groupId, { ...commit, missed });
  });

/**
 * Applies a group's stored commit that the server has accepted. Deletes the epoch's keys, so first apply what the
 * server queued before the commit. Returns whether it was applied. It is dropped if the group has another epoch, or if
 * this device was removed from it.
 */
export async function applyAccepted(engine: Engine, groupId: string): Promise<boolean> {
  const { store, trust } = engine;
  const applied = await engine.write(async (batch): Promise<{ spent: SpentKeys; epoch: number } | null> => {
    const commit = await store.read('commits', groupId, batch);
    if (!commit?.missed) return null;
    batch.delete('commits', groupId);
    const before = await store.read('groups', groupId, batch);
    const pending = decodePending(commit.pending, trust);
    if (!before?.state || !pending || before.epoch !== commit.epoch) return null;
    const next = applyPending(openGroup(engine, before), pending);
    const conversation = await requireConversation(engine, before.conversationId, batch);
    const after = next.conversation;
    // Devices that were just added don't know which groups were abandoned.
    const unannounced = pending.welcome ? { ...conversation, announcedAbandoned: [] } : conversation;
    const changed = await putChange(engine, batch, {
      conversation: unannounced,
      before,
      after,
      by: engine.account,
      isOwnCommit: true,
    });
    const group = await store.read('groups', groupId, batch);
    const { missed } = commit;
    if (group) batch.put('conversations', changed.id, withMissed(engine, changed, { group, missed }));
    // Same transaction, because after a crash nothing else would indicate that members were added.
    if (pending.welcome) await sendRoomName(engine, batch, changed);
    return { spent: next.spent, epoch: commit.epoch };
  });
  if (applied === null) return false;
  forget(applied.spent);
  endedByOwn(engine).set(groupId, applied.epoch);
  return true;
}
