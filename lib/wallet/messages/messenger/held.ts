import type { Batch } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';

/**
 * Maximum number of items that wait for a commit or a welcome, per group and in total. Further items are dropped.
 * Strangers have a small separate quota, so they can't displace items of conversations.
 */
const MAX_HELD = {
  conversation: { ofGroup: 500, overall: 2_000 },
  stranger: { ofGroup: 10, overall: 100 },
} as const;
/** Maximum time that an item is held, in ms. The server keeps the required item no longer than that. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns the key range of a group's held items. In IndexedDB's key order, arrays sort after all numbers. */
export const heldOf = (groupId: string): IDBKeyRange => IDBKeyRange.bound([groupId], [groupId, []]);

/**
 * Returns how many items of a group may be held. The server delivers a welcome before other items of its group.
 * Therefore, items of an unknown group can only depend on a welcome that is itself held.
 */
async function limitsOf(
  engine: Engine,
  { groupId, kind }: Pick<InboxItem, 'groupId' | 'kind'>,
  batch: Batch,
) {
  const { store } = engine;
  const group = await store.read('groups', groupId, batch);
  if (group) {
    const conversation = await store.read('conversations', group.conversationId, batch);
    return conversation && !conversation.isRequest ? MAX_HELD.conversation : MAX_HELD.stranger;
  }
  if (kind === 'welcome') return MAX_HELD.stranger;
  const held = await store.readAll('held', heldOf(groupId));
  const isWelcomeHeld = held.some(
    ({ key, value }) => value.kind === 'welcome' && batch.pending('held', key) !== null,
  );
  return isWelcomeHeld ? MAX_HELD.stranger : null;
}

/** Holds an item until its commit or welcome arrives. Drops it if that can't happen or too many items are held. */
export async function hold(engine: Engine, batch: Batch, item: InboxItem): Promise<void> {
  const { id, kind, groupId, content } = item;
  const limits = await limitsOf(engine, item, batch);
  if (limits === null) return;
  if ((await engine.store.count('held', heldOf(groupId))) >= limits.ofGroup) return;
  if ((await engine.store.count('held')) >= limits.overall) return;
  batch.put('held', [groupId, id], { kind, groupId, content, at: engine.now() });
}

/** Returns whether an item may stay held. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  item: Pick<InboxItem, 'groupId' | 'kind'> & { at: number },
): Promise<boolean> =>
  engine.now() - item.at <= MAX_HOLD_MS && (await limitsOf(engine, item, batch)) !== null;
