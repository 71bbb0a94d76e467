import 'server-only';
import { and, desc, eq, gt, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ServerChain } from '@/lib/server/chain/node';
import { readReceipt } from '@/lib/server/chain/node';
import { database } from '../db/database';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';
import { type NewTransaction, proveTransaction } from './prove-transaction';
import type { VerifyRule } from './rules';
import { depositRule, pledgeRule, presaleRule, transferRule } from './rules';
import { storeTransactions } from './store-transactions';

/** Maximum number of orphaned transactions per check. They are chosen at random, so that none waits forever. */
const LIMIT = 50;

const rules: VerifyRule[] = [depositRule, presaleRule, pledgeRule, transferRule];
const ruleOf = ({ kind }: Lost) => rules.find(({ kinds }) => kinds.includes(kind));

/** Matches rows that were orphaned in the past 24 hours, because their transaction may still return to the chain. */
export const restorable = () => gt(transactions.orphanedAt, sql`now() - interval '24 hours'`);

/** Returns the latest row of each recently orphaned transaction, unless the transaction also has an active row. */
async function lostTransactions(chainId: number) {
  const instead = alias(transactions, 'instead');
  const lost = database('transaction')
    .selectDistinctOn([transactions.txHash, transactions.owner, transactions.kind])
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        restorable(),
        notExists(
          database('transaction')
            .select({ id: instead.id })
            .from(instead)
            .where(
              and(
                isNull(instead.orphanedAt),
                eq(instead.chainId, transactions.chainId),
                eq(instead.txHash, transactions.txHash),
                eq(instead.owner, transactions.owner),
                eq(instead.kind, transactions.kind),
              ),
            ),
        ),
      ),
    )
    .orderBy(transactions.txHash, transactions.owner, transactions.kind, desc(transactions.id))
    .as('lost');
  return database('transaction').select().from(lost).orderBy(sql`random()`).limit(LIMIT);
}

type Lost = Awaited<ReturnType<typeof lostTransactions>>[number];

/** Identifies the proof that restores a row: of all rows of its transaction if the rule is shared, or else of its owner's. */
const proofOf = (row: Lost) =>
  [row.txHash, ...(ruleOf(row)?.isShared ? [] : [row.kind, row.owner])].join(' ');

/**
 * Returns the rows to store for a transaction that is on the chain again, or null if it isn't. The recorded row is used
 * if the block is the same. Otherwise, the transaction is proven again.
 */
async function findReturned(
  chain: ServerChain,
  lost: Lost,
): Promise<[NewTransaction, ...NewTransaction[]] | null> {
  const { id: _, orphanedAt: __, ...row } = lost;
  const found = await readReceipt(chain, row.txHash);
  if (!found) return null;
  if (found.receipt.blockHash === row.blockHash) return [row];
  const rule = ruleOf(lost);
  return rule ? proveTransaction(rule, chain, row) : null;
}

async function restoreOne(chain: ServerChain, lost: Lost): Promise<boolean> {
  try {
    const rows = await findReturned(chain, lost);
    if (rows) await storeTransactions(chain, rows);
    return rows !== null;
  } catch (error) {
    // The row stays orphaned, because its transaction isn't confirmed yet or no longer matches what was credited.
    if (error instanceof ApiError && [422, 425].includes(error.code)) return false;
    // An unreachable node must not block the other transactions. A later check will retry this transaction.
    if (error instanceof ApiError && error.code === 503) {
      log.warn(
        { chainId: chain.id, err: describeError(error.cause ?? error) },
        'an orphaned credit could not be checked',
      );
      return false;
    }
    throw error;
  }
}

/**
 * Restores recently orphaned transactions that are on the chain again, for example because they were mined in another
 * block, or because a lagging node didn't have their block at first. Clients don't resubmit credited transactions.
 * Returns whether any were restored.
 */
export async function restore(chain: ServerChain): Promise<boolean> {
  const lost = await lostTransactions(chain.id);
  const proofs = new Map(lost.map((row) => [proofOf(row), row]));
  const restored = await Promise.all([...proofs.values()].map((row) => restoreOne(chain, row)));
  const rows = restored.filter(Boolean).length;
  if (rows > 0) log.info({ chainId: chain.id, transactions: rows }, 'orphaned credits were restored');
  return rows > 0;
}
