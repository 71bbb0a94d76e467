import 'server-only';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { Queryable } from '../db/database';
import {
  messageBlocks,
  messageContents,
  messageDevices,
  type messageGroups,
  messageQueue,
  messageUsage,
} from '../db/message-tables';
import { ApiError } from '../http/api-error';
import { today } from './daily-storage';

/**
 * Maximum number of queued items per device, in total, of one conversation, and from one account. Messages have a lower
 * limit, to leave room for commits and welcomes, without which a device permanently falls behind. The other limits
 * prevent one conversation from filling a queue, and one account from filling a conversation's part of it.
 */
export const WAITING_LIMITS = {
  message: { overall: 4_000, ofGroup: 2_000, fromSender: 1_000 },
  commit: { overall: 5_000, ofGroup: 2_500, fromSender: 1_250 },
  welcome: { overall: 5_000, ofGroup: 2_500, fromSender: 1_250 },
} as const;

/**
 * Maximum number of bytes that an account stores per day (UTC). Commits and welcomes have a higher limit, so an account
 * that has sent too many messages can still remove a stolen device.
 */
export const DAILY_BYTES = { message: 48 * 1_024 * 1_024, commit: 64 * 1_024 * 1_024 } as const;
/** Estimated size of a row with its indexes, in bytes. */
const ROW_BYTES = 256;
/**
 * Number of bytes that a new conversation counts as. Its row is small but never deleted, so this limits an account to
 * 1,024 new conversations a day.
 */
export const GROUP_BYTES = 64 * 1_024;

/** Returns the seconds until midnight (UTC). */
export const untilTomorrow = (now: Date): number =>
  Math.ceil((new Date(now).setUTCHours(24, 0, 0, 0) - now.getTime()) / 1_000);

type Kind = keyof typeof WAITING_LIMITS;
/** For a welcome, `start` is the epoch and access hash of the conversation after its commit. */
type Part = {
  kind: Kind;
  content: Buffer;
  to: readonly Hex[];
  start?: Pick<typeof messageGroups.$inferInsert, 'epoch' | 'accessHash'>;
};

/** Returns how many bytes storing content for devices counts as. */
export const storedBytes = (parts: readonly Pick<Part, 'content' | 'to'>[]): number =>
  parts.reduce((sum, { content, to }) => sum + content.length + (to.length + 1) * ROW_BYTES, 0);

/**
 * Counts the bytes that a request stores toward its account. Locks the account's row until the transaction ends, so the
 * account's requests run in sequence.
 * @throws ApiError 429 until midnight (UTC) if the daily limit is exceeded.
 */
export async function countBytes(
  db: Queryable,
  address: Address,
  kind: keyof typeof DAILY_BYTES,
  added: number,
): Promise<void> {
  const now = new Date();
  const counted = await db
    .insert(messageUsage)
    .values({ address, day: today(now), bytes: added })
    .onConflictDoUpdate({
      target: [messageUsage.address, messageUsage.day],
      set: { bytes: sql`${messageUsage.bytes} + excluded.bytes` },
      setWhere: sql`${messageUsage.bytes} + excluded.bytes <= ${DAILY_BYTES[kind]}`,
    })
    .returning({ bytes: messageUsage.bytes });
  if (counted.length === 0) throw new ApiError(429, 'tooMany', { retryAfter: untilTomorrow(now) });
}

/** Counts queued items of a device, up to `limit`. */
export const waiting = (limit: number, isCounted?: SQL) => sql<number>`(select count(*)::int from (
  select 1 from ${messageQueue} where ${and(eq(messageQueue.deviceKey, messageDevices.deviceKey), isCounted)} limit ${limit}
) as waiting)`;

/**
 * Queues content for devices and stores it once. Returns the devices for which it wasn't queued. Omits devices whose
 * account has blocked the sender, so the sender can't detect the block. Commits of a blocked account are queued,
 * because a device would otherwise fall behind in a room that both accounts are in.
 */
export async function queue(
  db: Queryable,
  { sender, groupId, kind, content, to, start }: Part & { sender: Address; groupId: string },
): Promise<Hex[]> {
  if (to.length === 0) return [];
  const limits = WAITING_LIMITS[kind];
  const devices = await db
    .select({
      deviceKey: messageDevices.deviceKey,
      overall: waiting(limits.overall),
      ofGroup: waiting(limits.ofGroup, eq(messageQueue.groupId, groupId)),
      fromSender: waiting(limits.fromSender, eq(messageQueue.sender, sender)),
      isBlocked: sql<boolean>`exists(select 1 from ${messageBlocks}
        where ${and(eq(messageBlocks.address, messageDevices.address), eq(messageBlocks.blocked, sender))})`,
    })
    .from(messageDevices)
    .where(and(inArray(messageDevices.deviceKey, [...to]), isNull(messageDevices.revokedAt)))
    // The lock prevents a revocation of the device before the transaction ends.
    .for('key share', { of: messageDevices });
  const open = devices.filter(
    ({ overall, ofGroup, fromSender }) =>
      overall < limits.overall && ofGroup < limits.ofGroup && fromSender < limits.fromSender,
  );
  const keys = open
    .filter(({ isBlocked }) => kind === 'commit' || !isBlocked)
    .map(({ deviceKey }) => deviceKey);
  if (keys.length > 0) {
    const [stored] = await db
      .insert(messageContents)
      .values({ content, ...start })
      .returning({ id: messageContents.id });
    if (!stored) throw new Error('the content was not stored');
    await db
      .insert(messageQueue)
      .values(keys.map((deviceKey) => ({ deviceKey, kind, groupId, sender, contentId: stored.id })));
  }
  const reached = new Set(open.map(({ deviceKey }) => deviceKey));
  return to.filter((key) => !reached.has(key));
}
