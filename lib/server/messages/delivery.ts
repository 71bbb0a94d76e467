import 'server-only';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import { type commitInput, INBOX_ITEMS, type inbox, type sendInput } from '@/lib/api/schemas/messages';
import { database, inTransaction, type Queryable } from '../db/client';
import { messageDevices, messageGroups, messageQueue } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import { requireDevice } from './devices';

/** How many epochs behind the current one a message may be. Devices keep the keys of that many earlier epochs. */
const EPOCHS_BEHIND = 4;
/** Maximum number of items that wait for a device. Further ones aren't queued, and the sender is told. */
const LONGEST_QUEUE = 5_000;

type Item = { kind: 'message' | 'commit' | 'welcome'; groupId: string; content: string; to: readonly Hex[] };

/** Queues an item for devices. Returns those that it wasn't queued for. */
async function queue(db: Queryable, { kind, groupId, content, to }: Item): Promise<Hex[]> {
  if (to.length === 0) return [];
  const wanted = [...new Set(to)];
  const waiting = sql<number>`(select count(*)::int from (
    select 1 from ${messageQueue} where ${messageQueue.deviceKey} = ${messageDevices.deviceKey} limit ${LONGEST_QUEUE}
  ) as waiting)`;
  const devices = await db
    .select({ deviceKey: messageDevices.deviceKey, waiting })
    .from(messageDevices)
    .where(and(inArray(messageDevices.deviceKey, wanted), isNull(messageDevices.revokedAt)));
  const open = devices.filter((device) => device.waiting < LONGEST_QUEUE).map(({ deviceKey }) => deviceKey);
  const bytes = Buffer.from(content, 'base64');
  if (open.length > 0)
    await db
      .insert(messageQueue)
      .values(open.map((deviceKey) => ({ deviceKey, kind, groupId, content: bytes })));
  return wanted.filter((key) => !open.includes(key));
}

/**
 * Queues a message for the devices that the sender names. The server can't read it, and doesn't know who is in the
 * conversation.
 * @throws ApiError 403 if the device isn't the account's, or 409 if the sender is too far behind.
 */
export async function sendMessage(
  address: Address,
  { deviceKey, groupId, epoch, content, to }: z.output<typeof sendInput>,
): Promise<{ missed: Hex[] }> {
  await requireDevice(address, deviceKey);
  const [group] = await database('account')
    .select({ epoch: messageGroups.epoch })
    .from(messageGroups)
    .where(eq(messageGroups.groupId, groupId));
  if (!group || epoch > group.epoch || group.epoch - epoch > EPOCHS_BEHIND)
    throw new ApiError(409, 'staleEpoch');
  return { missed: await queue(database('account'), { kind: 'message', groupId, content, to }) };
}

/**
 * Accepts a commit if it is the first of its epoch, and queues it, and the welcome for new devices, in one transaction.
 * So members that get the same commits apply them in the same order.
 * @throws ApiError 403 if the device isn't the account's, or 409 if another commit was first.
 */
export async function sendCommit(
  address: Address,
  { deviceKey, groupId, epoch, content, to, welcome }: z.output<typeof commitInput>,
): Promise<{ missed: Hex[] }> {
  await requireDevice(address, deviceKey);
  return inTransaction('account', async (db) => {
    const next = { groupId, epoch: epoch + 1 };
    const [accepted] =
      epoch === 0
        ? await db.insert(messageGroups).values(next).onConflictDoNothing().returning()
        : await db
            .update(messageGroups)
            .set(next)
            .where(and(eq(messageGroups.groupId, groupId), eq(messageGroups.epoch, epoch)))
            .returning();
    if (!accepted) throw new ApiError(409, 'staleEpoch');
    const missed = await queue(db, { kind: 'commit', groupId, content, to });
    if (welcome) missed.push(...(await queue(db, { kind: 'welcome', groupId, ...welcome })));
    return { missed };
  });
}

/**
 * Returns what waits for a device, oldest first, always from the start: a position in the queue would skip items of
 * transactions that commit later than others with a higher ID.
 * @throws ApiError 403 if the device isn't the account's.
 */
export async function readInbox(
  address: Address,
  { deviceKey }: { deviceKey: Hex },
): Promise<z.input<typeof inbox>> {
  await requireDevice(address, deviceKey);
  const rows = await database('account')
    .select()
    .from(messageQueue)
    .where(eq(messageQueue.deviceKey, deviceKey))
    .orderBy(asc(messageQueue.id))
    .limit(INBOX_ITEMS + 1);
  return {
    items: rows.slice(0, INBOX_ITEMS).map(({ id, kind, groupId, content, sentAt }) => ({
      id,
      kind,
      groupId,
      content: content.toString('base64'),
      sentAt: sentAt.toISOString(),
    })),
    isComplete: rows.length <= INBOX_ITEMS,
  };
}

/** Deletes what a device has stored. @throws ApiError 403 if the device isn't the account's. */
export async function acknowledge(
  address: Address,
  { deviceKey, ids }: { deviceKey: Hex; ids: readonly number[] },
): Promise<null> {
  await requireDevice(address, deviceKey);
  await database('account')
    .delete(messageQueue)
    .where(and(eq(messageQueue.deviceKey, deviceKey), inArray(messageQueue.id, [...ids])));
  return null;
}
