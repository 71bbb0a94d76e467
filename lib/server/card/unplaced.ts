import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { cardWithdrawals } from '../db/card-chain-tables';
import { cardOperations } from '../db/card-decision-tables';
import { cardAccounts, cards } from '../db/card-tables';
import type { Queryable } from '../db/database';

/** Holds that aren't in `held` of their account yet. */
const HOLDS = sql`select coalesce(sum(o.amount_raw), 0) from ${cardOperations} o join ${cards} c on c.id = o.card_id
  where c.account_id = ${cardAccounts.id} and o.kind = 'hold' and o.state in ('queued', 'sent')`;
/** Withdrawals that the operator signs or has signed, and that the chain can still execute. */
const WITHDRAWALS = sql`select coalesce(sum(w.amount_raw), 0) from ${cardWithdrawals} w
  where w.account_id = ${cardAccounts.id} and w.state in ('requested', 'signed')`;

/**
 * Sets `unplaced` of an account from what it consists of, in a transaction that has locked the account. Decisions, the ledger's holds,
 * and requested withdrawals add to it, `releaseRequest` subtracts a hold that it cancels, and the sender computes it again.
 */
export async function updateUnplaced(db: Queryable, accountId: number): Promise<void> {
  await db
    .update(cardAccounts)
    .set({ unplaced: sql`(${HOLDS}) + (${WITHDRAWALS})` })
    .where(eq(cardAccounts.id, accountId));
}
