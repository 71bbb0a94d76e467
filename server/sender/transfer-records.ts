import { and, asc, eq, isNull, notExists } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { ServerChain } from '@/lib/server/chain/node';
import { transfers } from '@/lib/server/db/sender-tables';
import { transactions } from '@/lib/server/db/transaction-tables';
import { ApiError, reasonOf } from '@/lib/server/http/api-error';
import { describeError, log } from '@/lib/server/log';
import { proveTransaction } from '@/lib/server/verify/prove-transaction';
import { hasLostBlocks } from '@/lib/server/verify/rewind';
import { transferRule } from '@/lib/server/verify/rules';
import { storeTransactions } from '@/lib/server/verify/store-transactions';
import type { SenderContext } from './outbox';
import { type ChainView, finalBlock } from './view';

/** Transactions that are recorded per block, so that a backlog doesn't delay transfers that wait to be sent. */
const LIMIT = 20;

type Unrecorded = { owner: Address; txHash: Hex; blockNumber: bigint };

/** Returns the transactions of confirmed vault transfers of which the sender has no record, oldest first. */
async function findUnrecorded({ chain, db, inTurn }: SenderContext): Promise<Unrecorded[]> {
  const recorded = and(
    eq(transactions.chainId, transfers.chainId),
    eq(transactions.txHash, transfers.txHash),
    eq(transactions.owner, transfers.owner),
    eq(transactions.kind, 'sendBalance'),
    isNull(transactions.orphanedAt),
  );
  const rows = await inTurn(() =>
    db
      .select({ owner: transfers.owner, txHash: transfers.txHash, blockNumber: transfers.blockNumber })
      .from(transfers)
      .where(
        and(
          eq(transfers.chainId, chain.id),
          eq(transfers.route, 'vault'),
          eq(transfers.state, 'confirmed'),
          isNull(transfers.settledAt),
          notExists(db.select({ id: transactions.id }).from(transactions).where(recorded)),
        ),
      )
      .orderBy(asc(transfers.blockNumber)),
  );
  const found = new Map<Hex, Unrecorded>();
  for (const { owner, txHash, blockNumber } of rows)
    if (txHash !== null && blockNumber !== null) found.set(txHash, { owner, txHash, blockNumber });
  return [...found.values()];
}

/** Records the vault transfers of a transaction. Returns false if it has to be tried again. */
async function record(chain: ServerChain, { owner, txHash }: Unrecorded): Promise<boolean> {
  try {
    await storeTransactions(chain, await proveTransaction(transferRule, chain, { owner, txHash }));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 425) return false;
    log.warn(
      { chainId: chain.id, txHash, reason: reasonOf(error), err: describeError(error.cause ?? error) },
      'a transfer could not be recorded',
    );
    return error.code === 422;
  }
}

/**
 * Records confirmed vault transfers for their senders and recipients, as a verification by one of them does. Returns the
 * transactions to try again, because they have too few confirmations or a node didn't answer. Doesn't need the sender's
 * lock: what the chain proves is stored once, no matter which process does.
 */
export async function recordTransfers(context: SenderContext, view: ChainView): Promise<Hex[]> {
  const { chain } = context;
  const rows = await findUnrecorded(context);
  // A record proves that again.
  const final = finalBlock(chain, view);
  const due = rows.filter(({ blockNumber }) => blockNumber <= final).slice(0, LIMIT);
  const left = new Set(rows.map(({ txHash }) => txHash));
  // The site removes records whose block left the chain, and counts them for an alert.
  if (due.length > 0 && !(await hasLostBlocks(chain)))
    for (const row of due) if (await record(chain, row)) left.delete(row.txHash);
  return [...left];
}
