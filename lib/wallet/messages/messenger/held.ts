import type { Batch } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';

/**
 * Maximum number of items that wait for a commit or a welcome, of one group and of all. Further ones are dropped. Strangers
 * have a small part of their own, so that they can't keep items of conversations out.
 */
const MAX_HELD = {
  conversation: { ofGroup: 500, overall: 2_000 },
  stranger: { ofGroup: 10, overall: 100 },
} as const;
/** How long they wait, in ms. The server keeps what they need no longer. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns the range of a group's held items. An array sorts after all numbers. */
export const heldOf = (groupId: string): IDBKeyRange => IDBKeyRange.bound([groupId], [groupId, []]);

/**
 * Returns how many items of a group may wait. The server delivers a welcome before anything else of its group, so without
 * a record, a group's items can only wait for a welcome that waits itself.
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

/** Lets an item wait for what it needs, or drops it if that won't come, or if too much waits already. */
export async function hold(engine: Engine, batch: Batch, item: InboxItem): Promise<void> {
  const { id, kind, groupId, content } = item;
  const limits = await limitsOf(engine, item, batch);
  if (limits === null) return;
  if ((await engine.store.count('held', heldOf(groupId))) >= limits.ofGroup) return;
  if ((await engine.store.count('held')) >= limits.overall) return;
  batch.put('held', [groupId, id], { kind, groupId, content, at: engine.now() });
}

/** Returns whether a held item may go on waiting. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  item: Pick<InboxItem, 'groupId' | 'kind'> & { at: number },
): Promise<boolean> =>
  engine.now() - item.at <= MAX_HOLD_MS && (await limitsOf(engine, item, batch)) !== null;
