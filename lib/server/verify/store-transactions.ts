import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { formatUnits } from 'viem';
import type { z } from 'zod';
import type { activity } from '@/lib/api/schemas/activity';
import type { ServerChain } from '@/lib/server/chain/node';
import { readBlockHash } from '@/lib/server/chain/node';
import { users } from '../db/account-tables';
import { chains } from '../db/config-tables';
import { inTransaction } from '../db/database';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import { type NewTransaction, notYet } from './prove-transaction';
import { highestRow, rewind } from './rewind';

const ATTEMPTS = 10;
const queues = new Map<number, Promise<unknown>>();

/** Runs a chain's tasks one after another, so that they don't force each other to retry. */
function inTurn<Result>(chainId: number, task: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(chainId) ?? Promise.resolve()).then(task, task);
  queues.set(chainId, turn);
  return turn;
}

async function insertAbove(
  chain: ServerChain,
  topId: number | null,
  rows: [NewTransaction, ...NewTransaction[]],
): Promise<boolean> {
  const [{ txHash, blockHash }] = rows;
  return inTransaction('transaction', async (transaction) => {
    await transaction
      .select({ id: chains.id })
      .from(chains)
      .where(eq(chains.id, chain.id))
      .for('no key update');
    const top = await highestRow(transaction, chain.id);
    if ((top?.id ?? null) !== topId) return false;
    // Reactivates the transaction's rows that were orphaned while this block was missing from the chain. The insert then
    // adds any missing rows.
    await transaction
      .update(transactions)
      .set({ orphanedAt: null })
      .where(
        and(
          isNotNull(transactions.orphanedAt),
          eq(transactions.chainId, chain.id),
          eq(transactions.txHash, txHash),
          eq(transactions.blockHash, blockHash),
        ),
      );
    // The other account of a transfer may not have signed in yet.
    const owners = await transaction
      .select({ address: users.address })
      .from(users)
      .where(inArray(users.address, [...new Set(rows.map(({ owner }) => owner))]))
      .for('key share');
    const isKnown = ({ owner }: NewTransaction) => owners.some(({ address }) => address === owner);
    await transaction.insert(transactions).values(rows.filter(isKnown)).onConflictDoNothing();
    return true;
  });
}

/**
 * Stores the proven rows of one transaction whose owners have an account, each only once. All active rows of a chain must belong to one history of
 * blocks. Therefore, right before the insert, both the highest recorded block and the new block are looked up on the
 * chain, and the insert is retried if another row was added in the meantime.
 * @throws ApiError 425 if the block is no longer on the chain, 503 if the node is unreachable or there were too many
 * retries.
 */
export function storeTransactions(
  chain: ServerChain,
  rows: [NewTransaction, ...NewTransaction[]],
): Promise<void> {
  const [{ blockNumber, blockHash }] = rows;
  return inTurn(chain.id, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { topId } = await rewind(chain);
      if ((await readBlockHash(chain, blockNumber)) !== blockHash) throw notYet(chain, 0n);
      if (await insertAbove(chain, topId, rows)) return;
    }
    throw new ApiError(503, 'busy');
  });
}

/** Converts a stored row to the API format, with confirmations counted from the chain's `head`. */
export function asActivity(row: typeof transactions.$inferSelect, head: bigint): z.input<typeof activity> {
  return {
    kind: row.kind,
    chainId: row.chainId,
    txHash: row.txHash,
    status: 'credited',
    amount: formatUnits(row.amountRaw, row.decimals),
    coinId: row.coinId,
    confirmations: Number(head - row.blockNumber + 1n),
    at: row.blockTime.toISOString(),
  };
}
