import { type Address, isAddressEqual } from 'viem';
import type { Batch, Page } from '../store/store';
import type { InboxItem } from './api';
import type { Engine } from './engine';
import { isTrustedInviter } from './inviters';

/**
 * Maximum number of items of a group, or of a copy of a room, that wait for a commit or a welcome. Further items are dropped, and the device misses
 * them like items that didn't fit in its queue. There is no limit in total, because one conversation could use it up for
 * others. Strangers have a small limit, and only as long as few items are held.
 */
const MAX_HELD = { trusted: 500, stranger: 10 } as const;
/** Maximum number of welcomes of one account that wait. */
const MAX_WELCOMES = { trusted: 200, stranger: 2 } as const;
/** Number of held items from which on nothing of strangers is held. */
const MAX_HELD_FOR_STRANGERS = 100;
/** Maximum time that an item is held, in ms. The server keeps the required item no longer than that. */
const MAX_HOLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns the key range of a group's held items, by its key. In IndexedDB's key order, arrays sort after all numbers. */
export const heldOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

/** An item that waits, with the key of the group that it waits for. */
type Waiting = Pick<InboxItem, 'groupId' | 'kind'> & { key: string; by?: Address | null | undefined };

/** Returns the held welcomes of a group. */
export const heldWelcomes = async ({ store }: Engine, batch: Batch, groupId: string): Promise<Page<'held'>> =>
  (await store.readAll('held', heldOf(groupId))).filter(
    ({ key, value }) => value.kind === 'welcome' && batch.pending('held', key) !== null,
  );

/**
 * Returns whether the user trusts the account that caused an item to wait, or null if the item can never be applied. The server
 * delivers a welcome before other items of its group. Therefore, items of an unknown group can only depend on a welcome
 * that is itself held.
 */
async function causeOf(
  engine: Engine,
  { key, groupId, kind, by }: Waiting,
  batch: Batch,
): Promise<keyof typeof MAX_HELD | null> {
  const { store } = engine;
  const causeBy = async (inviter: Address | null | undefined) =>
    inviter && (await isTrustedInviter(engine, batch, { groupId, by: inviter })) ? 'trusted' : 'stranger';
  if (kind === 'welcome') return causeBy(by);
  const group = await store.read('groups', key, batch);
  if (group?.state) {
    const conversation = await store.read('conversations', group.conversationId, batch);
    const copy = conversation?.waiting?.find((one) => one.key === key);
    if (key === groupId ? conversation?.isRequest === false : copy?.isTrusted) return 'trusted';
    if (copy) return 'stranger';
  }
  const welcomes = await heldWelcomes(engine, batch, groupId);
  const causes = await Promise.all(welcomes.map(({ value }) => causeBy(value.by)));
  return causes.find((one) => one === 'trusted') ?? causes[0] ?? (group?.state ? 'stranger' : null);
}

/** Returns the first held item of each group. Reads no others, which may be many. */
export async function firstHeld({ store }: Engine): Promise<Page<'held'>> {
  const first: Page<'held'> = [];
  for (let key = await store.nextKey('held', []); key; key = await store.nextKey('held', [key[0], []])) {
    const value = await store.read('held', key);
    if (value) first.push({ key, value });
  }
  return first;
}

/** Returns the number of an account's held welcomes: those of a group, and of all others that wait for theirs. */
async function welcomesBy(engine: Engine, groupId: string, by: Address): Promise<number> {
  const ofGroup = await engine.store.readAll('held', heldOf(groupId));
  const ofOthers = (await firstHeld(engine)).filter(({ key }) => key[0] !== groupId);
  return [...ofGroup, ...ofOthers].filter(({ value }) => value.by && isAddressEqual(value.by, by)).length;
}

/** Holds an item until its commit or welcome arrives. Drops it if that can't happen, or if too many already wait. */
export async function hold(engine: Engine, batch: Batch, item: InboxItem & Waiting): Promise<void> {
  const { key, id, kind, groupId, content, by } = item;
  const { store } = engine;
  const ofGroup = await store.count('held', heldOf(key));
  // The device may need a welcome because it can't apply the others anymore.
  if (kind !== 'welcome' && ofGroup >= MAX_HELD.trusted) return;
  const cause = await causeOf(engine, item, batch);
  if (cause === null) return;
  if (cause === 'stranger' && ofGroup >= MAX_HELD.stranger) return;
  if (cause === 'stranger' && (await store.count('held')) >= MAX_HELD_FOR_STRANGERS) return;
  const inviter = kind === 'welcome' && by ? { by } : {};
  if (inviter.by && (await welcomesBy(engine, groupId, inviter.by)) >= MAX_WELCOMES[cause]) return;
  batch.put('held', [key, id], { kind, groupId, content, at: engine.now(), ...inviter });
}

/** Moves the items that wait for a group to another key. Welcomes stay, because they may be for any copy of a room. */
export async function moveHeld(
  { store }: Engine,
  batch: Batch,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { key, value } of await store.readAll('held', heldOf(from)))
    if (value.kind !== 'welcome') batch.delete('held', key).put('held', [to, key[1]], value);
}

/** Returns whether an item may stay held. */
export const mayWait = async (
  engine: Engine,
  batch: Batch,
  item: Waiting & { at: number },
): Promise<boolean> => engine.now() - item.at <= MAX_HOLD_MS && (await causeOf(engine, item, batch)) !== null;
