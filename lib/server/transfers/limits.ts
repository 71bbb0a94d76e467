import 'server-only';
import { and, count, eq, gte, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { type Address, parseEther, parseGwei, parseUnits } from 'viem';
import type { RouteReason } from '@/lib/api/schemas/transfer';
import { serverEnv } from '@/lib/settings/env';
import { users } from '../db/account-tables';
import { database, type Queryable } from '../db/database';
import { outbox, type SenderRole, senders, transfers } from '../db/sender-tables';

/** A sender whose latest sign of life is older counts as down. */
const BEAT_MAX_AGE_S = 15;
/** Failures per account and day, after which the account is paused for the rest of the day (UTC). */
const PAUSING_FAILURES = 3;
/** An account that is younger gets a part of the transfers. */
const NEW_ACCOUNT_HOURS = 24;
const NEW_ACCOUNT_PART = 5;
/** Settings of the budgets by role, and those of chains that they don't name. */
const BUDGETS = {
  relayer: { setting: 'RELAYER_DAILY_BUDGETS', fallback: '0.05' },
  card: { setting: 'CARD_DAILY_BUDGETS', fallback: '0.5' },
} as const satisfies Record<SenderRole, object>;
const DEFAULT_FEE_CAP = '100';

/** Start of the current day (UTC). */
const today = sql`date_trunc('day', now(), 'UTC')`;

/**
 * A failed transfer: refused, or reverted in a transaction of its own and not confirmed. The first revert may be a batch's,
 * except for accounts with code, whose transfers are sent alone.
 */
const failed = ({ state, reverts, proof }: Record<'state' | 'reverts' | 'proof', PgColumn>) =>
  sql`(${state} = 'refused' or (${state} <> 'confirmed' and ${reverts} > case when ${proof} = 'contract' then 0 else 1 end))`;

const earlier = alias(transfers, 'earlier');
const failures = sql`(select count(*) from ${transfers} as ${sql.identifier('earlier')} where ${earlier.owner} = ${transfers.owner} and ${earlier.chainId} = ${transfers.chainId} and ${earlier.createdAt} >= ${today} and ${failed(earlier)})`;
/** Whether the account of a queued transfer isn't paused. */
export const isSentFor = sql`${failures} < ${PAUSING_FAILURES}`;

/** Returns what a role may spend per day on a chain, in base units of its native currency. */
export function dailyBudget(role: SenderRole, chainId: number): bigint {
  const { setting, fallback } = BUDGETS[role];
  return parseEther(serverEnv()[setting].get(String(chainId)) ?? fallback);
}

/** Returns the highest fee per gas that a sender pays on a chain, in base units. */
export const feeCap = (chainId: number): bigint =>
  parseGwei(serverEnv().RELAYER_FEE_CAPS.get(String(chainId)) ?? DEFAULT_FEE_CAP);

/** Returns the smallest amount of a coin that is sent without a fee, in base units. */
export const minimumOf = ({ symbol, decimals }: { symbol: string; decimals: number }): bigint => {
  const set = parseUnits(serverEnv().RELAYER_MINIMUMS.get(symbol) ?? '0', decimals);
  return set > 0n ? set : 1n;
};

/**
 * Returns what a role has spent on a chain today (UTC), in base units of its native currency. Transactions that aren't
 * mined count with the most that they can cost.
 */
export async function spentToday(db: Queryable, role: SenderRole, chainId: number): Promise<bigint> {
  const [row] = await db
    .select({
      spent: sql<string>`coalesce(sum(coalesce(${outbox.feePaid}, case when ${outbox.settledAt} is null then ${outbox.gas} * ${outbox.maxFee} else 0 end)), 0)::text`,
    })
    .from(outbox)
    .where(and(eq(outbox.role, role), eq(outbox.chainId, chainId), gte(outbox.createdAt, today)));
  return BigInt(row?.spent ?? 0);
}

/** Returns why the relayer of a chain doesn't send at the moment, or null if it does. */
export async function relayerProblem(chainId: number): Promise<RouteReason | null> {
  if (serverEnv().RELAYER_ENABLED !== '1') return 'relayerDown';
  const [sender] = await database('transaction')
    .select({
      state: senders.state,
      isAlive: sql<boolean>`${senders.beatAt} > now() - make_interval(secs => ${BEAT_MAX_AGE_S})`,
    })
    .from(senders)
    .where(and(eq(senders.role, 'relayer'), eq(senders.chainId, chainId)));
  if (!sender?.isAlive) return 'relayerDown';
  if (sender.state === 'budgetUsedUp') return 'budgetUsedUp';
  return sender.state === 'ready' ? null : 'relayerDown';
}

/** Returns how many transfers an account has left on a chain today (UTC), and whether it is paused. */
export async function accountAllowance(db: Queryable, owner: Address, chainId: number) {
  const [row] = await db
    .select({
      made: count(transfers.id),
      failed: sql<number>`count(*) filter (where ${failed(transfers)})::int`,
      isNew: sql<boolean>`${users.createdAt} > now() - make_interval(hours => ${NEW_ACCOUNT_HOURS})`,
    })
    .from(users)
    .leftJoin(
      transfers,
      and(
        eq(transfers.owner, users.address),
        eq(transfers.chainId, chainId),
        gte(transfers.createdAt, today),
      ),
    )
    .where(eq(users.address, owner))
    .groupBy(users.address);
  const { RELAYER_DAILY_TRANSFERS: most } = serverEnv();
  const allowed = row?.isNew ? Math.ceil(most / NEW_ACCOUNT_PART) : most;
  return {
    transfersLeft: Math.max(allowed - (row?.made ?? 0), 0),
    isPaused: (row?.failed ?? 0) >= PAUSING_FAILURES,
  };
}

/** Returns why an account can't send an amount without a fee at the moment, or null if it can. */
export function accountProblem(
  { transfersLeft, isPaused }: Awaited<ReturnType<typeof accountAllowance>>,
  amountRaw: bigint,
  minimum: bigint,
): RouteReason | null {
  if (isPaused) return 'accountPaused';
  if (transfersLeft === 0) return 'accountLimit';
  return amountRaw < minimum ? 'belowMinimum' : null;
}
