import 'server-only';
import { and, asc, count, eq, gt, min } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { blockInput, reportInput } from '@/lib/api/schemas/messages';
import { database } from '../db/database';
import { messageBlocks, messageReports } from '../db/message-tables';
import { ApiError } from '../http/api-error';

/** Maximum number of blocked accounts per account. */
const MAX_BLOCKS = 1_000;
/** Maximum number of reports per account and day, so one account can't bury the reports of others. */
const MAX_REPORTS = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

function requireOther(address: Address, other: Address): void {
  if (address === other) throw new ApiError(400, 'ownAccount', { reason: 'self' });
}

/**
 * Blocks or unblocks an account. The blocked account isn't notified: its requests are accepted, but its messages and
 * invitations aren't queued, and it gets no key packages.
 * @throws ApiError 400 for the account itself, or 409 if too many accounts are blocked.
 */
export async function setBlock(
  address: Address,
  { address: blocked, isBlocked: isOn }: z.output<typeof blockInput>,
): Promise<null> {
  requireOther(address, blocked);
  const ofAccount = eq(messageBlocks.address, address);
  if (!isOn) {
    await database('account')
      .delete(messageBlocks)
      .where(and(ofAccount, eq(messageBlocks.blocked, blocked)));
    return null;
  }
  const [blocks] = await database('account').select({ count: count() }).from(messageBlocks).where(ofAccount);
  if ((blocks?.count ?? 0) >= MAX_BLOCKS) throw new ApiError(409, 'tooManyBlocks', { reason: 'blocks' });
  await database('account').insert(messageBlocks).values({ address, blocked }).onConflictDoNothing();
  return null;
}

/** Returns the accounts that an account has blocked. */
export async function readBlocks(address: Address): Promise<{ addresses: Address[] }> {
  const rows = await database('account')
    .select({ blocked: messageBlocks.blocked })
    .from(messageBlocks)
    .where(eq(messageBlocks.address, address))
    .orderBy(asc(messageBlocks.blocked));
  return { addresses: rows.map(({ blocked }) => blocked) };
}

/** Returns whether an account has blocked another one. */
export async function isBlocked(address: Address, other: Address): Promise<boolean> {
  const rows = await database('account')
    .select({ blocked: messageBlocks.blocked })
    .from(messageBlocks)
    .where(and(eq(messageBlocks.address, address), eq(messageBlocks.blocked, other)));
  return rows.length > 0;
}

/**
 * Stores a report of an account for the operator. The operator can't read messages, so the reporter has to state the
 * reason.
 * @throws ApiError 400 for the account itself, or 429 after too many reports in a day.
 */
export async function reportAccount(
  reporter: Address,
  { address: reported, reason, groupId }: z.output<typeof reportInput>,
): Promise<null> {
  requireOther(reporter, reported);
  const now = Date.now();
  const [sent] = await database('account')
    .select({ count: count(), first: min(messageReports.sentAt) })
    .from(messageReports)
    .where(and(eq(messageReports.reporter, reporter), gt(messageReports.sentAt, new Date(now - DAY_MS))));
  if (sent?.first && sent.count >= MAX_REPORTS) {
    const retryAfter = Math.max(1, Math.ceil((sent.first.getTime() + DAY_MS - now) / 1_000));
    throw new ApiError(429, 'tooMany', { retryAfter });
  }
  await database('account')
    .insert(messageReports)
    .values({ reporter, reported, reason, groupId: groupId ?? null });
  return null;
}
