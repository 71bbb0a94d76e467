import 'server-only';
import { and, desc, eq, gt, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ServerChain } from '@/lib/server/chain/node';
import { readReceipt } from '@/lib/server/chain/node';
import { database } from '../db/client';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';
import { type NewTransaction, proveTransaction } from './prove';
import type { VerifyRule } from './rules';
import { depositRule, pledgeRule, presaleRule } from './rules';
import { storeTransactions } from './store';

/** Orphaned transactions looked up at a check, drawn anew each time, so that none waits behind others for ever. */
const LIMIT = 50;

const rules: VerifyRule[] = [depositRule, presaleRule, pledgeRule];

/** Rows orphaned so recently (24 h) that their transaction may come back. */
export const restorable = () => gt(transactions.orphanedAt, sql`now() - interval '24 hours'`);

/** Recently orphaned rows, the latest of each transaction, without one that counts in their place. */
async function lostTransactions(chainId: number) {
  const instead = alias(transactions, 'instead');
  const lost = database()
    .selectDistinctOn([transactions.txHash, transactions.owner, transactions.kind])
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        restorable(),
        notExists(
          database()
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
  return database().select().from(lost).orderBy(sql`random()`).limit(LIMIT);
}

type Lost = Awaited<ReturnType<typeof lostTransactions>>[number];

/** The rows to store for a transaction that is on the chain again: in its block as recorded, or proven anew. */
async function comeBack(
  chain: ServerChain,
  { id: _, orphanedAt: __, ...row }: Lost,
): Promise<[NewTransaction, ...NewTransaction[]] | null> {
  const found = await readReceipt(chain, row.txHash);
  if (!found) return null;
  if (found.receipt.blockHash === row.blockHash) return [row];
  const rule = rules.find(({ kind }) => kind === row.kind);
  return rule ? proveTransaction(rule, chain, row) : null;
}

async function restoreOne(chain: ServerChain, lost: Lost): Promise<boolean> {
  try {
    const rows = await comeBack(chain, lost);
    if (rows) await storeTransactions(chain, rows);
    return rows !== null;
  } catch (error) {
    // Not deep enough yet, or no longer what was credited: the row stays orphaned.
    if (error instanceof ApiError && [422, 425].includes(error.code)) return false;
    // What is known of the others need not wait: this one is asked for again.
    if (error instanceof ApiError && error.code === 503) {
      log.warn(
        { chainId: chain.id, err: describeError(error.cause ?? error) },
        'a lost credit was not looked up',
      );
      return false;
    }
    throw error;
  }
}

/**
 * Credits transactions again that were orphaned lately and are on the chain once more, be it that a node hid their block
 * or that they were mined in another one: no client asks for what it was told is credited. Tells whether there were any.
 */
export async function restore(chain: ServerChain): Promise<boolean> {
  const lost = await lostTransactions(chain.id);
  const restored = await Promise.all(lost.map((row) => restoreOne(chain, row)));
  const rows = restored.filter(Boolean).length;
  if (rows > 0) log.info({ chainId: chain.id, transactions: rows }, 'credits came back');
  return rows > 0;
}
