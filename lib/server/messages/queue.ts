import 'server-only';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { Queryable } from '../db/client';
import {
  messageBlocks,
  messageContents,
  messageDevices,
  messageQueue,
  messageUsage,
} from '../db/message-tables';
import { ApiError } from '../http/api-error';

/** Channel on which instances hear for which devices something was queued. */
export const MESSAGE_CHANNEL = 'messages';
/** Device keys in one notification: 67 bytes each, and PostgreSQL allows 8,000. */
const KEYS_PER_NOTICE = 100;

/**
 * Maximum number of items that wait for a device, overall and from one account. Messages leave room for commits and
 * welcomes, without which a device falls behind for good. One account can't fill a queue, and so can't keep others out.
 */
export const WAITING_LIMITS = {
  message: { overall: 4_000, fromSender: 1_000 },
  commit: { overall: 5_000, fromSender: 1_250 },
  welcome: { overall: 5_000, fromSender: 1_250 },
} as const;

/**
 * Maximum number of bytes that an account stores per day (UTC). The rest is for commits and welcomes, so that somebody
 * who has sent too many messages can still remove a stolen device.
 */
export const DAILY_BYTES = { message: 48 * 1_024 * 1_024, commit: 64 * 1_024 * 1_024 } as const;
/** What a row takes with its indexes. */
const ROW_BYTES = 256;
/** What a new conversation counts as. Its row is small, but never deleted, so an account creates at most 1,024 a day. */
const GROUP_BYTES = 64 * 1_024;

/** Returns the seconds until midnight (UTC). */
export const untilTomorrow = (now: Date): number =>
  Math.ceil((new Date(now).setUTCHours(24, 0, 0, 0) - now.getTime()) / 1_000);

type Kind = keyof typeof WAITING_LIMITS;
type Part = { kind: Kind; content: Buffer; to: readonly Hex[] };

/**
 * Counts what a call stores. The account's row is locked until the transaction ends, so the account's calls queue one
 * after the other.
 * @throws ApiError 429 until midnight (UTC) if it's too much for one day.
 */
export async function countBytes(
  db: Queryable,
  address: Address,
  {
    kind,
    parts,
    isNewGroup,
  }: { kind: keyof typeof DAILY_BYTES; parts: readonly Part[]; isNewGroup: boolean },
): Promise<void> {
  const now = new Date();
  const added = parts.reduce(
    (sum, { content, to }) => sum + content.length + (to.length + 1) * ROW_BYTES,
    isNewGroup ? GROUP_BYTES : 0,
  );
  const counted = await db
    .insert(messageUsage)
    .values({ address, day: now.toISOString().slice(0, 10), bytes: added })
    .onConflictDoUpdate({
      target: [messageUsage.address, messageUsage.day],
      set: { bytes: sql`${messageUsage.bytes} + excluded.bytes` },
      setWhere: sql`${messageUsage.bytes} + excluded.bytes <= ${DAILY_BYTES[kind]}`,
    })
    .returning({ bytes: messageUsage.bytes });
  if (counted.length > 0) return;
  throw new ApiError(429, 'tooMany', { retryAfter: untilTomorrow(now) });
}

/** Notifies the streams of devices on all instances, once the transaction commits. */
export async function announce(db: Queryable, keys: readonly Hex[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_NOTICE) {
    const notice = keys.slice(at, at + KEYS_PER_NOTICE).join();
    await db.execute(sql`select pg_notify(${MESSAGE_CHANNEL}, ${notice})`);
  }
}

/** Counts waiting items of a device, at most `limit` of them. */
const waiting = (limit: number, isCounted?: SQL) => sql<number>`(select count(*)::int from (
  select 1 from ${messageQueue} where ${and(eq(messageQueue.deviceKey, messageDevices.deviceKey), isCounted)} limit ${limit}
) as waiting)`;

/**
 * Queues a part of a call for devices, and stores its content once. Returns the devices that it wasn't queued for, except
 * those whose account has blocked the sender, who can't tell that. Commits of a blocked account are queued, too: without
 * them, a device would fall behind in a room that both are in.
 */
export async function queue(
  db: Queryable,
  { sender, groupId, kind, content, to }: Part & { sender: Address; groupId: string },
): Promise<Hex[]> {
  if (to.length === 0) return [];
  const limits = WAITING_LIMITS[kind];
  const devices = await db
    .select({
      deviceKey: messageDevices.deviceKey,
      overall: waiting(limits.overall),
      fromSender: waiting(limits.fromSender, eq(messageQueue.sender, sender)),
      isBlocked: sql<boolean>`exists(select 1 from ${messageBlocks}
        where ${and(eq(messageBlocks.address, messageDevices.address), eq(messageBlocks.blocked, sender))})`,
    })
    .from(messageDevices)
    .where(and(inArray(messageDevices.deviceKey, [...to]), isNull(messageDevices.revokedAt)))
    // A device can't be revoked between this and the end of the transaction.
    .for('key share', { of: messageDevices });
  const open = devices.filter(
    ({ overall, fromSender }) => overall < limits.overall && fromSender < limits.fromSender,
  );
  const keys = open
    .filter(({ isBlocked }) => kind === 'commit' || !isBlocked)
    .map(({ deviceKey }) => deviceKey);
  if (keys.length > 0) {
    const [stored] = await db
      .insert(messageContents)
      .values({ content })
      .returning({ id: messageContents.id });
    if (!stored) throw new Error('the content was not stored');
    await db
      .insert(messageQueue)
      .values(keys.map((deviceKey) => ({ deviceKey, kind, groupId, sender, contentId: stored.id })));
    await announce(db, keys);
  }
  const reached = new Set(open.map(({ deviceKey }) => deviceKey));
  return to.filter((key) => !reached.has(key));
}

/** Returns whether something waits for a device. */
export async function isWaiting(db: Queryable, deviceKey: Hex): Promise<boolean> {
  const rows = await db
    .select({ id: messageQueue.id })
    .from(messageQueue)
    .where(eq(messageQueue.deviceKey, deviceKey))
    .limit(1);
  return rows.length > 0;
}
