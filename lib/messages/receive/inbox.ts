import { sha256 } from 'viem';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import { epochOf } from '@/lib/messages/mls/receive';
import type { InboxItem, StoredProcessed } from '@/lib/messages/storage/records';
import { keysUnder } from '@/lib/messages/storage/store';
import { applyItem } from './apply-item';
import { applyAccepted } from './own-commits';
import { addPending, firstPending, mayWait, pendingItems } from './pending-items';
import { renewSkipLimit, resetSkipLimits } from './skip-limit';

/**
 * Applies pending messages that can't be read after the next commit of their group, for example because too many messages
 * before them were missing.
 */
async function applyPendingBefore(engine: Engine, groupId: string): Promise<void> {
  if ((await engine.store.count('pendingItems', keysUnder(groupId))) === 0) return;
  renewSkipLimit(engine, groupId);
  await processPending(engine, groupId);
}

/** Applies this device's own commit if the server has accepted it, and the pending items of the next epoch. */
export async function applyOwnCommit(engine: Engine, groupId: string): Promise<void> {
  if (!(await engine.store.read('commits', groupId))?.missed) return;
  await applyPendingBefore(engine, groupId);
  if (await applyAccepted(engine, groupId)) await processPending(engine, groupId);
}

/**
 * Applies what must come before an item: this device's accepted commit, and pending items that a commit would make
 * unreadable.
 */
async function prepareFor(engine: Engine, { kind, groupId, content }: InboxItem): Promise<void> {
  const epoch = epochOf(content);
  if (epoch === null) return;
  const own = await engine.store.read('commits', groupId);
  // Everything of the commit's epoch came earlier in the queue. Without the commit, this item and later ones would be
  // pending, and dropped beyond the limit.
  if (own && epoch > BigInt(own.epoch)) await applyOwnCommit(engine, groupId);
  if (kind !== 'commit') return;
  const group = await engine.store.read('groups', groupId);
  // A commit of a later epoch is pending as well. The server accepts only one commit of the current epoch.
  if (group?.state && epoch === BigInt(group.epoch)) await applyPendingBefore(engine, groupId);
}

/** Returns how an item is recorded once it's processed. */
const processed = ({ content }: InboxItem, isAcknowledged = false): StoredProcessed => ({
  hash: sha256(content),
  isAcknowledged,
});

/** Applies an inbox item, or stores it as pending. Returns whether the pending items of its group can be applied now. */
async function processItem(engine: Engine, item: InboxItem): Promise<boolean> {
  const record = processed(item);
  if ((await engine.store.read('processed', item.id))?.hash === record.hash) return false;
  await prepareFor(engine, item);
  const outcome = await applyItem(engine, item, async (batch, { kind, ...rest }) => {
    if (kind === 'pending') await addPending(engine, batch, { ...item, at: engine.now(), ...rest });
    batch.put('processed', item.id, record);
  });
  return outcome.kind === 'done' && outcome.isAdvanced;
}

/** Applies a group's pending items in the server's order, as far as their commits and welcomes have arrived. */
export async function processPending(engine: Engine, groupId: string): Promise<void> {
  engine.requireInbox();
  for (let isAdvanced = true; isAdvanced; ) {
    isAdvanced = false;
    for (const { key, value } of await pendingItems(engine, groupId)) {
      const item = { id: key[1], ...value };
      const outcome = await applyItem(engine, item, async (batch, { kind }) => {
        if (kind !== 'pending' || !(await mayWait(engine, batch, value))) batch.delete('pendingItems', key);
      });
      isAdvanced ||= outcome.kind === 'done' && outcome.isAdvanced;
    }
  }
}

/** When the items that are pending under each key were last retried, in ms since the epoch. */
const triedAt = engineState(() => new Map<string, number>());

/** Lets all pending items be retried with the next fetch. */
export const retryPendingSoon = (engine: Engine): void => triedAt(engine).clear();

/** Maximum interval between retries of a group's pending items, in ms. */
const MAX_RETRY_MS = 3_600_000;

/**
 * Retries all pending items, because some may have waited for the chain of a contract account. Each interval is as long as
 * all earlier ones of the same group together, because anyone can send items that cost time and never apply.
 */
export async function retryPending(engine: Engine): Promise<void> {
  const oldest = new Map<string, number>();
  for (const { value } of await firstPending(engine))
    oldest.set(value.groupId, Math.min(value.at, oldest.get(value.groupId) ?? value.at));
  for (const [groupId, at] of oldest) {
    const tried = triedAt(engine).get(groupId);
    if (tried !== undefined && !engine.isPast(tried, Math.min(tried - at, MAX_RETRY_MS))) continue;
    await processPending(engine, groupId);
    triedAt(engine).set(groupId, engine.now());
  }
  for (const groupId of triedAt(engine).keys()) if (!oldest.has(groupId)) triedAt(engine).delete(groupId);
}

/**
 * Applies items in the server's order. Stores the effects of each item in one transaction before it is acknowledged, so a
 * crash neither loses nor repeats an item.
 */
async function applyInOrder(engine: Engine, items: readonly InboxItem[]): Promise<void> {
  for (const item of items) if (await processItem(engine, item)) await processPending(engine, item.groupId);
}

/**
 * Acknowledges applied items, and records that the server has deleted them.
 * @throws MessengerError if the server is unreachable or the device was revoked.
 */
export async function acknowledge(engine: Engine, items: readonly InboxItem[]): Promise<void> {
  const { deviceKey } = await engine.device();
  const ids = items.map(({ id }) => id);
  await engine.api.acknowledge(deviceKey, ids);
  await engine.write(async (batch) => {
    for (const item of items) batch.put('processed', item.id, processed(item, true));
  });
}

/**
 * Forgets processed items that the server has deleted. Call it before a stream opens, because only streams that were open
 * before the deletion can bring them again.
 */
export const forgetAcknowledged = (engine: Engine): Promise<void> =>
  engine.write(async (batch) => {
    for (const { key, value } of await engine.store.readAll('processed'))
      if (value.isAcknowledged) batch.delete('processed', key);
  });

/**
 * Fetches the queued items for this device, and applies them. Acknowledges all items, so no sender can fill the queue of a
 * device that is online.
 * @throws MessengerError if the server is unreachable or the device was revoked.
 */
export async function pull(engine: Engine): Promise<void> {
  engine.requireInbox();
  const { deviceKey } = await engine.device();
  resetSkipLimits(engine);
  for (let isComplete = false; !isComplete; ) {
    const inbox = await engine.api.readInbox(deviceKey);
    isComplete = inbox.isComplete;
    if (inbox.items.length === 0) return;
    await applyInOrder(engine, inbox.items);
    await acknowledge(engine, inbox.items);
  }
}

/** Applies items that the stream has brought, without acknowledging them. */
export async function applyStreamed(engine: Engine, items: readonly InboxItem[]): Promise<void> {
  engine.requireInbox();
  resetSkipLimits(engine);
  await applyInOrder(engine, items);
}

/** Fetches the queue, and then applies a group's commit that the server has accepted. Takes the inbox lock. */
export const pullAndApply = (engine: Engine, groupId: string): Promise<void> =>
  engine.withInbox(async () => {
    // Messages of the epoch that the commit ends are queued before it. Their keys are deleted once it's applied.
    await pull(engine);
    await applyOwnCommit(engine, groupId);
  });
