import { type Address, isAddressEqual } from 'viem';
import type { Batch } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';
import { isTrustedInviter } from './inviters';

/**
 * Maximum number of items that wait for a commit or a welcome, per group and in total. Further items stay on the server,
 * or are dropped if a stranger caused them. Strangers have a small separate quota, and each of them an even smaller one.
 */
const MAX_HELD = {
  conversation: { ofGroup: 500, overall: 2_000 },
  stranger: { ofGroup: 10, overall: 100 },
} as const;
/** Maximum number of welcomes of one stranger that wait. */
const MAX_STRANGER_WELCOMES = 2;
/** Maximum time that an item is held, in ms. The server keeps the required item no longer than that. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns the key range of a group's held items. In IndexedDB's key order, arrays sort after all numbers. */
export const heldOf = (groupId: string): IDBKeyRange => IDBKeyRange.bound([groupId], [groupId, []]);

type Waiting = Pick<InboxItem, 'groupId' | 'kind'> & { by?: Address | null | undefined };

/**
 * Returns how many items of a group may be held. The server delivers a welcome before other items of its group.
 * Therefore, items of an unknown group can only depend on a welcome that is itself held.
 */
async function limitsOf(engine: Engine, { groupId, kind, by }: Waiting, batch: Batch) {
  const { store } = engine;
  const limitsBy = async (inviter: Address | null | undefined) =>
    inviter && (await isTrustedInviter(engine, batch, { groupId, by: inviter }))
      ? MAX_HELD.conversation
      : MAX_HELD.stranger;
  if (kind === 'welcome') return limitsBy(by);
  const group = await store.read('groups', groupId, batch);
  if (group?.state) {
    const conversation = await store.read('conversations', group.conversationId, batch);
    return conversation && !conversation.isRequest ? MAX_HELD.conversation : MAX_HELD.stranger;
  }
  const held = await store.readAll('held', heldOf(groupId));
  const welcomes = held.filter(
    ({ key, value }) => value.kind === 'welcome' && batch.pending('held', key) !== null,
  );
  const limits = await Promise.all(welcomes.map(({ value }) => limitsBy(value.by)));
  return limits.find((one) => one === MAX_HELD.conversation) ?? limits[0] ?? null;
}

/** Returns whether a stranger has as many held welcomes as it may. */
async function hasManyWelcomes({ store }: Engine, by: Address): Promise<boolean> {
  const held = await store.readAll('held');
  const ofInviter = held.filter(({ value }) => value.by !== undefined && isAddressEqual(value.by, by));
  return ofInviter.length >= MAX_STRANGER_WELCOMES;
}

/**
 * Holds an item until its commit or welcome arrives. Drops it if that can't happen, or if a stranger sent it and there is
 * no room. Returns false if there is no room for any other item, which has to stay on the server.
 */
export async function hold(engine: Engine, batch: Batch, item: InboxItem & Waiting): Promise<boolean> {
  const { id, kind, groupId, content, by } = item;
  const limits = await limitsOf(engine, item, batch);
  // Its welcome may have had to stay there.
  if (limits === null) return !engine.left.groups.has(groupId);
  const isStranger = limits === MAX_HELD.stranger;
  if (isStranger && kind === 'welcome' && by && (await hasManyWelcomes(engine, by))) return true;
  const isFull =
    (await engine.store.count('held', heldOf(groupId))) >= limits.ofGroup ||
    (await engine.store.count('held')) >= limits.overall;
  if (isFull) return isStranger;
  const inviter = kind === 'welcome' && by ? { by } : {};
  batch.put('held', [groupId, id], { kind, groupId, content, at: engine.now(), ...inviter });
  return true;
}

/** Returns whether an item may stay held. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  item: Waiting & { at: number },
): Promise<boolean> =>
  engine.now() - item.at <= MAX_HOLD_MS && (await limitsOf(engine, item, batch)) !== null;
