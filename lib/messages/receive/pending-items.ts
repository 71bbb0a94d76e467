import { type Address, isAddressEqual } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { isTrustedInviter } from '@/lib/messages/members/inviters';
import type { InboxItem } from '@/lib/messages/storage/records';
import type { Batch, Page } from '@/lib/messages/storage/store';
import { keysUnder } from '@/lib/messages/storage/store';

/**
 * Maximum number of items of a group that wait. Further ones are dropped, and the device misses them like items that
 * didn't fit in its queue. There is no limit in total, because one conversation could use it up for others. Strangers
 * have a small limit, and only as long as few items are pending. Commits have a reserve, because a device that misses one
 * can't follow the group anymore.
 */
const MAX_PENDING = {
  trusted: { message: 500, commit: 1_000 },
  stranger: { message: 10, commit: 20 },
} as const;
/** Maximum number of welcomes of one account that wait. */
const MAX_WELCOMES = { trusted: 200, stranger: 2 } as const;
/** Number of pending items from which on nothing of strangers is stored. */
const MAX_PENDING_FOR_STRANGERS = 100;
/** Maximum time that an item is pending, in ms. The server keeps the required item no longer than that. */
const MAX_PENDING_MS = 30 * 24 * 60 * 60 * 1_000;

type Cause = keyof typeof MAX_PENDING;

/**
 * Returns the keys under which a group's welcomes wait, those of trusted accounts and those of strangers. Its other
 * items wait under its ID. Which welcomes wait can therefore be read without reading records: any member can send many
 * items that no group can read.
 */
const welcomeKeys = (groupId: string): Record<Cause, string> => ({
  trusted: `${groupId}:trusted`,
  stranger: `${groupId}:stranger`,
});

/**
 * An item that waits. `at`: when it first became pending, in ms since the epoch. For a welcome, `by` is the account that sent
 * it, if known, and `isActive` whether its device may be an active one.
 */
type Waiting = InboxItem & { at: number; by?: Address | null; isActive?: boolean };

/** Returns the first pending item of each key. Reads no others, which may be many. */
export async function firstPending({ store }: Engine): Promise<Page<'pendingItems'>> {
  const first: Page<'pendingItems'> = [];
  const after = (key: IDBValidKey) => store.nextKey('pendingItems', IDBKeyRange.lowerBound(key, true));
  for (let key = await after([]); key; key = await after([key[0], []])) {
    const value = await store.read('pendingItems', key);
    if (value) first.push({ key, value });
  }
  return first;
}

/** Returns a group's pending items, welcomes included, in the server's order. */
export async function pendingItems({ store }: Engine, groupId: string): Promise<Page<'pendingItems'>> {
  const keys = [groupId, ...Object.values(welcomeKeys(groupId))];
  const lists = await Promise.all(keys.map((key) => store.readAll('pendingItems', keysUnder(key))));
  return lists.flat().toSorted((one, other) => one.key[1] - other.key[1]);
}

/**
 * Returns whether an earlier welcome of a group waits, of the given kinds of accounts. The server delivers it before
 * the items that depend on it.
 */
export async function isWelcomePending(
  { store }: Engine,
  { groupId, id = Number.POSITIVE_INFINITY }: { groupId: string; id?: number },
  causes: readonly Cause[] = ['trusted', 'stranger'],
): Promise<boolean> {
  const counts = await Promise.all(
    causes.map((cause) => {
      const key = welcomeKeys(groupId)[cause];
      return store.count('pendingItems', IDBKeyRange.bound([key], [key, id], false, true));
    }),
  );
  return counts.some((count) => count > 0);
}

/**
 * Returns what kind of account causes items of a group to wait: the inviter of an open group, or of a welcome that
 * waits. Returns null if they can never be applied.
 */
async function causeOf({ store }: Engine, batch: Batch, groupId: string): Promise<Cause | null> {
  const { trusted, stranger } = welcomeKeys(groupId);
  if ((await store.count('pendingItems', keysUnder(trusted))) > 0) return 'trusted';
  const group = await store.read('groups', groupId, batch);
  const conversation = group?.state
    ? await store.read('conversations', group.conversationId, batch)
    : undefined;
  if (conversation?.isRequest === false) return 'trusted';
  return conversation || (await store.count('pendingItems', keysUnder(stranger))) > 0 ? 'stranger' : null;
}

/** Returns the number of an account's pending welcomes. */
async function welcomesBy(engine: Engine, by: Address): Promise<number> {
  const first = (await firstPending(engine)).filter(({ value }) => value.kind === 'welcome');
  const lists = await Promise.all(
    first.map(({ key }) => engine.store.readAll('pendingItems', keysUnder(key[0]))),
  );
  return lists.flat().filter(({ value }) => value.by && isAddressEqual(value.by, by)).length;
}

/** Stores a welcome that can't be verified yet. */
async function addPendingWelcome(
  engine: Engine,
  batch: Batch,
  { id, at, by = null, isActive = true, ...item }: Waiting,
): Promise<void> {
  const { kind, groupId, content, start } = item;
  const isTrusted = by && isActive && (await isTrustedInviter(engine, batch, { groupId, by }));
  const cause = isTrusted ? 'trusted' : 'stranger';
  if (!isTrusted && (await engine.store.count('pendingItems')) >= MAX_PENDING_FOR_STRANGERS) return;
  const key = welcomeKeys(groupId)[cause];
  if (by && (await welcomesBy(engine, by)) >= MAX_WELCOMES[cause]) return;
  batch.put('pendingItems', [key, id], { kind, groupId, content, start, at, by });
}

/** Stores an item until its commit or welcome arrives. Drops it if that can't happen, or if too many already wait. */
export async function addPending(engine: Engine, batch: Batch, item: Waiting): Promise<void> {
  const { id, kind, groupId, content, start, at } = item;
  if (kind === 'welcome') return addPendingWelcome(engine, batch, item);
  const { store } = engine;
  const ofGroup = await store.count('pendingItems', keysUnder(groupId));
  if (ofGroup >= MAX_PENDING.trusted[kind]) return;
  const cause = await causeOf(engine, batch, groupId);
  if (cause === null || ofGroup >= MAX_PENDING[cause][kind]) return;
  if (cause === 'stranger' && (await store.count('pendingItems')) >= MAX_PENDING_FOR_STRANGERS) return;
  batch.put('pendingItems', [groupId, id], { kind, groupId, content, start, at, by: null });
}

/** Returns whether an item may stay pending. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  { kind, groupId, at }: Pick<Waiting, 'kind' | 'groupId' | 'at'>,
): Promise<boolean> =>
  engine.now() - at <= MAX_PENDING_MS &&
  (kind === 'welcome' || (await causeOf(engine, batch, groupId)) !== null);
