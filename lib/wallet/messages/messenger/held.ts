import { type Address, isAddressEqual } from 'viem';
import type { Batch, Page } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';
import { isTrustedInviter } from './inviters';

/**
 * Maximum number of items that wait under one key: for a commit of a group or of a copy of a room, or for a welcome.
 * Further items are dropped, and the device misses them like items that didn't fit in its queue. There is no limit in
 * total, because one conversation could use it up for others. Strangers have a small limit, and only as long as few
 * items are held.
 */
const MAX_HELD = { trusted: 500, stranger: 10 } as const;
/** Maximum number of welcomes of one account that wait. */
const MAX_WELCOMES = { trusted: 200, stranger: 2 } as const;
/** Number of held items from which on nothing of strangers is held. */
const MAX_HELD_FOR_STRANGERS = 100;
/** Maximum time that an item is held, in ms. The server keeps the required item no longer than that. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Returns the key range of a group's held items, by its key. In IndexedDB's key order, arrays sort after all numbers.
 */
export const heldOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

/**
 * Returns the keys of a group's held welcomes, of trusted accounts and of strangers. Items that no group can read wait
 * behind them, because they may be for the group of such a welcome.
 */
export const welcomeKeys = (groupId: string) => ({
  trusted: `${groupId}:trusted`,
  stranger: `${groupId}:stranger`,
});

/** Returns the key under which a welcome waits. */
export async function welcomeKey(
  engine: Engine,
  batch: Batch,
  { groupId, by }: { groupId: string; by: Address | null | undefined },
): Promise<string> {
  const isTrusted = by && (await isTrustedInviter(engine, batch, { groupId, by }));
  return welcomeKeys(groupId)[isTrusted ? 'trusted' : 'stranger'];
}

/**
 * Returns the keys of held welcomes that an item may depend on: the server delivers a welcome before other items of its
 * group. Reads no records, because any member can send many items that no group can read.
 */
export async function welcomesBefore(
  { store }: Engine,
  { groupId, id }: Pick<InboxItem, 'groupId' | 'id'>,
): Promise<string[]> {
  const keys = Object.values(welcomeKeys(groupId));
  const before = (key: string) => IDBKeyRange.bound([key], [key, id], false, true);
  const counts = await Promise.all(keys.map((key) => store.count('held', before(key))));
  return keys.filter((_, index) => counts[index] !== 0);
}

/**
 * An item that waits under a key. `at`: when it was first held, in ms since the epoch. For a welcome, `by` is the
 * account that sent it.
 */
type Waiting = InboxItem & { key: string; at: number; by?: Address | null | undefined };

/** Returns what kind of account caused items to wait under a key, or null if they can never be applied. */
async function causeOf(
  { store }: Engine,
  { key, groupId }: Pick<Waiting, 'key' | 'groupId'>,
  batch: Batch,
): Promise<keyof typeof MAX_HELD | null> {
  const { trusted, stranger } = welcomeKeys(groupId);
  if (key === trusted) return 'trusted';
  if (key === stranger) return 'stranger';
  const group = await store.read('groups', key, batch);
  if (!group?.state) return null;
  const conversation = await store.read('conversations', group.conversationId, batch);
  const copy = conversation?.waiting?.find((one) => one.key === key);
  return (key === groupId ? conversation?.isRequest === false : copy?.isTrusted) ? 'trusted' : 'stranger';
}

/** Returns the first held item of each key. Reads no others, which may be many. */
export async function firstHeld({ store }: Engine): Promise<Page<'held'>> {
  const first: Page<'held'> = [];
  for (let key = await store.nextKey('held', []); key; key = await store.nextKey('held', [key[0], []])) {
    const value = await store.read('held', key);
    if (value) first.push({ key, value });
  }
  return first;
}

/** Returns the number of an account's held welcomes: all under a key, plus at most one under each other key. */
async function welcomesBy(engine: Engine, key: string, by: Address): Promise<number> {
  const here = await engine.store.readAll('held', heldOf(key));
  const others = (await firstHeld(engine)).filter((one) => one.key[0] !== key);
  return [...here, ...others].filter(({ value }) => value.by && isAddressEqual(value.by, by)).length;
}

/** Holds an item until its commit or welcome arrives. Drops it if that can't happen, or if too many already wait. */
export async function hold(engine: Engine, batch: Batch, item: Waiting): Promise<void> {
  const { key, id, kind, groupId, content, at, by } = item;
  const { store } = engine;
  const ofKey = await store.count('held', heldOf(key));
  // The device may need a welcome because it can't apply the others anymore.
  if (kind !== 'welcome' && ofKey >= MAX_HELD.trusted) return;
  const cause = await causeOf(engine, item, batch);
  if (cause === null) return;
  if (cause === 'stranger' && ofKey >= MAX_HELD.stranger) return;
  if (cause === 'stranger' && (await store.count('held')) >= MAX_HELD_FOR_STRANGERS) return;
  const inviter = kind === 'welcome' && by ? { by } : {};
  if (inviter.by && (await welcomesBy(engine, key, inviter.by)) >= MAX_WELCOMES[cause]) return;
  batch.put('held', [key, id], { kind, groupId, content, at, ...inviter });
}

/** Moves the items that wait for a group to another key. */
export async function moveHeld(
  { store }: Engine,
  batch: Batch,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { key, value } of await store.readAll('held', heldOf(from)))
    batch.delete('held', key).put('held', [to, key[1]], value);
}

/** Returns whether an item may stay held. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  item: Pick<Waiting, 'key' | 'groupId' | 'at'>,
): Promise<boolean> => engine.now() - item.at <= MAX_HOLD_MS && (await causeOf(engine, item, batch)) !== null;
