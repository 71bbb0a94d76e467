import 'server-only';
import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { readBlockHash, readHead, type ServerChain } from '@/lib/server/chain/node';
import { chains } from '@/lib/server/db/config-tables';
import { database, type Queryable } from '../db/database';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import { log } from '../log';
import { countOrphaned } from '../metrics/count';

/** Records that a chain's node lags, and returns how long it has been lagging (ms). */
async function recordLag(chainId: number): Promise<number> {
  const [row] = await database('transaction')
    .update(chains)
    .set({ laggingSince: sql`coalesce(${chains.laggingSince}, now())` })
    .where(eq(chains.id, chainId))
    .returning({ ms: sql<number>`extract(epoch from now() - ${chains.laggingSince})::float8 * 1000` });
  return row?.ms ?? 0;
}

/** Records that a chain's node no longer lags. */
async function clearLag(chainId: number): Promise<void> {
  await database('transaction')
    .update(chains)
    .set({ laggingSince: null })
    .where(and(eq(chains.id, chainId), isNotNull(chains.laggingSince)));
}

/** Number of blocks requested in parallel during the search for the fork. Each may be large. */
const STRIDE = 10;
const LAG_GRACE_MS = 30_000;

export type ChainView = {
  /** Number of the chain's latest block. */
  head: bigint;
  /**
   * ID of the active row with the highest block number, or null if there are no active rows. The block was just
   * verified to be on the chain.
   */
  topId: number | null;
};

const isActive = (chainId: number) => and(eq(transactions.chainId, chainId), isNull(transactions.orphanedAt));

/** Returns the latest row of the highest block among the active rows, or null if there are none. */
export async function highestRow(db: Queryable, chainId: number) {
  const [row] = await db
    .select({ id: transactions.id, blockNumber: transactions.blockNumber, blockHash: transactions.blockHash })
    .from(transactions)
    .where(isActive(chainId))
    .orderBy(desc(transactions.blockNumber), desc(transactions.id))
    .limit(1);
  return row ?? null;
}

/**
 * Returns whether the highest recorded block isn't on the chain, or not yet on a node that lags.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function hasLostBlocks(chain: ServerChain): Promise<boolean> {
  const top = await highestRow(database('transaction'), chain.id);
  return top !== null && (await readBlockHash(chain, top.blockNumber)) !== top.blockHash;
}

type LostBlocks = { lost: Hex[]; lowest: bigint; replaced: boolean };

/**
 * Returns the hashes of the recorded blocks that are no longer on the chain: those above the fork, highest first.
 * `lowest` is the number of the last one. `replaced` is whether the chain has another block at one of these heights,
 * rather than just ending below them.
 */
async function lostBlocks(chain: ServerChain): Promise<LostBlocks> {
  const lost: Hex[] = [];
  let lowest = 0n;
  let replaced = false;
  for (let offset = 0; ; offset += STRIDE) {
    const blocks = await database('transaction')
      .selectDistinct({ number: transactions.blockNumber, hash: transactions.blockHash })
      .from(transactions)
      .where(isActive(chain.id))
      .orderBy(desc(transactions.blockNumber))
      .limit(STRIDE)
      .offset(offset);
    const canonical = await Promise.all(blocks.map(({ number }) => readBlockHash(chain, number)));
    const fork = blocks.findIndex(({ hash }, index) => canonical[index] === hash);
    const above = fork === -1 ? blocks.length : fork;
    lost.push(...blocks.slice(0, above).map(({ hash }) => hash));
    lowest = blocks[above - 1]?.number ?? lowest;
    replaced ||= canonical.slice(0, above).some((hash) => hash !== null);
    if (fork !== -1 || blocks.length < STRIDE) return { lost, lowest, replaced };
  }
}

/**
 * Checks the recorded blocks of a chain against the chain itself. All active rows belong to one unbroken history
 * (guaranteed by `storeTransactions`), so checking the highest block is enough. If it's gone, every row above the fork
 * is marked as orphaned in one statement.
 *
 * Another block at a recorded height means a reorganization, which takes effect immediately. A node that only ends
 * below that height may just be lagging behind others in its pool, so its missing blocks count as lost only after this
 * has lasted for `graceMs`.
 * @throws ApiError 503 if the node is unreachable, or if it lags and the grace period isn't over.
 */
export async function rewind(chain: ServerChain, graceMs = LAG_GRACE_MS): Promise<ChainView> {
  const top = await highestRow(database('transaction'), chain.id);
  const reads = [readHead(chain), top ? readBlockHash(chain, top.blockNumber) : null] as const;
  // Waits for both even if one fails, so that an endpoint that is slow to fail gets no more of them than checks.
  await Promise.allSettled(reads);
  const [head, found] = await Promise.all(reads);
  if (!top || found === top.blockHash) {
    await clearLag(chain.id);
    // In a pool of nodes, the reported head may come from a node that lags behind. The real head can't be below a block
    // that was just found.
    return { head: top && top.blockNumber > head ? top.blockNumber : head, topId: top?.id ?? null };
  }
  const { lost, lowest, replaced } = await lostBlocks(chain);
  if (!replaced && (await recordLag(chain.id)) < graceMs)
    throw new ApiError(503, 'nodeUnreachable', null, {
      cause: new Error(`the node ends at block ${head}, below the recorded block ${top.blockNumber}`),
    });
  const orphaned = await database('transaction')
    .update(transactions)
    .set({ orphanedAt: new Date() })
    // The height limits the search to the index entries above the fork, because hashes aren't indexed.
    .where(
      and(isActive(chain.id), gte(transactions.blockNumber, lowest), inArray(transactions.blockHash, lost)),
    )
    .returning({ id: transactions.id });
  await clearLag(chain.id);
  countOrphaned(chain.id, orphaned.length);
  log.warn({ chainId: chain.id, rows: orphaned.length, head: String(head) }, 'the chain lost blocks');
  return { head, topId: (await highestRow(database('transaction'), chain.id))?.id ?? null };
}
