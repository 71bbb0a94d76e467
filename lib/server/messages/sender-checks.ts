import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { Queryable } from '../db/database';
import { messageCommits, type messageGroups, messageQueue } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { admitAccount, admitCalls } from '../limits/admit';

/** Maximum size of a call that sends a message or a commit with its welcome: 64 KiB each in base64, and the recipients. */
export const MESSAGE_BODY_BYTES = 256 * 1_024;

/** Number of devices that a call may send to before it counts as another one, because each device's queue is counted. */
export const DEVICES_PER_CALL = 25;

/**
 * Counts a call with many recipients as several. The call itself is already counted.
 * @throws ApiError 429 if the account or client has made too many.
 */
export async function admitRecipients(sender: Address, client: Client, devices: number): Promise<void> {
  const more = Math.ceil(devices / DEVICES_PER_CALL) - 1;
  if (more <= 0) return;
  await admitCalls('message', client, more);
  await admitAccount('message', sender, more);
}

export type Missed = { missed: Hex[] };
/** The result of a call, and the devices for which it queued something. A retry names those that still have to read it. */
export type Sent = Missed & { queued: Hex[] };

/**
 * Returns the result of a repeated call. Names the devices for which items of the sender in this group wait, so that they are
 * notified again: the first call may have been interrupted before it notified them.
 */
export async function sentBefore(
  db: Queryable,
  { missed }: Missed,
  { sender, groupId, to }: { sender: Address; groupId: string; to: readonly Hex[] },
): Promise<Sent> {
  const ofGroup = and(eq(messageQueue.sender, sender), eq(messageQueue.groupId, groupId));
  const rows = await db
    .select({ deviceKey: messageQueue.deviceKey })
    .from(messageQueue)
    .where(and(inArray(messageQueue.deviceKey, [...to]), ofGroup))
    .groupBy(messageQueue.deviceKey);
  return { missed, queued: rows.map(({ deviceKey }) => deviceKey) };
}

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
export const bytesOf = (hex: Hex) => Buffer.from(hex.slice(2), 'hex');
export const unique = (keys: readonly Hex[]) => [...new Set(keys)];
export const staleEpoch = () => new ApiError(409, 'staleEpoch', { reason: 'stale_epoch' });

/** Compares hashes in constant time, including when there is no stored hash, which never matches. */
function isSame(hash: Buffer, stored: Buffer | null | undefined): boolean {
  const isEqual = timingSafeEqual(hash, stored ?? Buffer.alloc(hash.length));
  return stored !== null && stored !== undefined && isEqual;
}

/** Returns the accepted commit that ended an epoch. */
export async function commitOf(db: Queryable, groupId: string, epoch: number) {
  const [commit] = await db
    .select()
    .from(messageCommits)
    .where(and(eq(messageCommits.groupId, groupId), eq(messageCommits.epoch, epoch)));
  return commit;
}

/**
 * Requires the access value of the group's current epoch, which only its members can compute.
 * @throws ApiError 403 for a wrong value or an unknown group alike, so callers can't probe for groups, or 409 for the
 * value of an earlier epoch or a different epoch number.
 */
export function requireMember(
  group: typeof messageGroups.$inferSelect | undefined,
  ended: typeof messageCommits.$inferSelect | undefined,
  { epoch, access }: { epoch: number; access: Hex },
): void {
  const hash = sha256(bytesOf(access));
  const isCurrent = isSame(hash, group?.accessHash);
  const wasCurrent = isSame(hash, ended?.accessHash);
  if (isCurrent && group?.epoch === epoch) return;
  if (isCurrent || wasCurrent) throw staleEpoch();
  throw new ApiError(403, 'notMember', { reason: 'not_member' });
}
