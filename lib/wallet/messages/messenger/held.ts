import { type Address, isAddressEqual } from 'viem';
import type { Batch, Page } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';
import { isTrustedInviter } from './inviters';

/**
 * Maximum number of items of a group that wait. Further ones are dropped, and the device misses them like items that
 * didn't fit in its queue. There is no limit in total, because one conversation could use it up for others. Strangers
 * have a small limit, and only as long as few items are held. Commits have a reserve, because a device that misses one
 * can't follow the group anymore.
 */
const MAX_HELD = {
  trusted: { message: 500, commit: 1_000 },
  stranger: { message: 10, commit: 20 },
} as const;
/** Maximum number of welcomes of one account that wait. */
const MAX_WELCOMES = { trusted: 200, stranger: 2 } as const;
/** Number of held items from which on nothing of strangers is held. */
const MAX_HELD_FOR_STRANGERS = 100;
/** Maximum time that an item is held, in ms. The server keeps the required item no longer than that. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Returns the key range of the items that are held under a key. In IndexedDB's key order, arrays sort after all
 * numbers.
 */
export const heldOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

/** Returns the key under which a group's latest welcome waits. Its other items wait under its ID. */
export const welcomeKey = (groupId: string): string => `${groupId}:welcome`;

/** An item that waits. `at`: when it was first held, in ms since the epoch. */
type Waiting = InboxItem & { at: number; by?: Address | null | undefined };

/** Returns the first held item of each key. Reads no others, which may be many. */
export async function firstHeld({ store }: Engine): Promise<Page<'held'>> {
  const first: Page<'held'> = [];
  for (let key = await store.nextKey('held', []); key; key = await store.nextKey('held', [key[0], []])) {
    const value = await store.read('held', key);
    if (value) first.push({ key, value });
  }
  return first;
}

/** Returns the place of a group's held welcome, or null. */
export async function heldWelcome({ store }: Engine, groupId: string): Promise<[string, number] | null> {
  const key = welcomeKey(groupId);
  const next = await store.nextKey('held', [key]);
  return next?.[0] === key ? next : null;
}

type Cause = keyof typeof MAX_HELD;

/**
 * Returns what kind of account causes items of a group to wait: the inviter of an open group, or of a welcome that
 * waits. Returns null if they can never be applied.
 */
async function causeOf(engine: Engine, batch: Batch, groupId: string): Promise<Cause | null> {
  const { store } = engine;
  const place = await heldWelcome(engine, groupId);
  const welcome = place && (await store.read('held', place, batch));
  const group = await store.read('groups', groupId, batch);
  if (!welcome && !group?.state) return null;
  const { by = null } = welcome ?? {};
  if (by && (await isTrustedInviter(engine, batch, { groupId, by }))) return 'trusted';
  if (!group?.state) return 'stranger';
  const conversation = await store.read('conversations', group.conversationId, batch);
  return conversation?.isRequest === false ? 'trusted' : 'stranger';
}

/** Holds a welcome that can't be verified yet, instead of an earlier one to the same group. */
async function holdWelcome(engine: Engine, batch: Batch, { id, at, by, ...item }: Waiting): Promise<void> {
  const { store } = engine;
  const { kind, groupId, content, start } = item;
  const isTrusted = by && (await isTrustedInviter(engine, batch, { groupId, by }));
  if (!isTrusted && (await store.count('held')) >= MAX_HELD_FOR_STRANGERS) return;
  const key = welcomeKey(groupId);
  if (by) {
    const others = (await firstHeld(engine)).filter(({ key: [other] }) => other !== key);
    const ofAccount = others.filter(({ value }) => value.by && isAddressEqual(value.by, by));
    if (ofAccount.length >= MAX_WELCOMES[isTrusted ? 'trusted' : 'stranger']) return;
  }
  const earlier = await heldWelcome(engine, groupId);
  if (earlier) batch.delete('held', earlier);
  batch.put('held', [key, id], { kind, groupId, content, start, at, ...(by ? { by } : {}) });
}

/** Holds an item until its commit or welcome arrives. Drops it if that can't happen, or if too many already wait. */
export async function hold(engine: Engine, batch: Batch, item: Waiting): Promise<void> {
  const { id, kind, groupId, content, start, at } = item;
  if (kind === 'welcome') return holdWelcome(engine, batch, item);
  const { store } = engine;
  const ofGroup = await store.count('held', heldOf(groupId));
  if (ofGroup >= MAX_HELD.trusted[kind]) return;
  const cause = await causeOf(engine, batch, groupId);
  if (cause === null || ofGroup >= MAX_HELD[cause][kind]) return;
  if (cause === 'stranger' && (await store.count('held')) >= MAX_HELD_FOR_STRANGERS) return;
  batch.put('held', [groupId, id], { kind, groupId, content, start, at });
}

/** Returns whether an item may stay held. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  { kind, groupId, at }: Pick<Waiting, 'kind' | 'groupId' | 'at'>,
): Promise<boolean> =>
  engine.now() - at <= MAX_HOLD_MS &&
  (kind === 'welcome' || (await causeOf(engine, batch, groupId)) !== null);
