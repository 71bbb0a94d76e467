import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { readBlockHash, readHead, type ServerChain } from '@/lib/server/chain/node';
import { chains } from '@/lib/server/db/config-tables';
import { database, type Queryable } from '../db/client';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import { log } from '../log';

/** Notes that a chain's node lags; gives for how long it has (ms). */
async function noteLag(chainId: number): Promise<number> {
  const [row] = await database()
    .update(chains)
    .set({ laggingSince: sql`coalesce(${chains.laggingSince}, now())` })
    .where(eq(chains.id, chainId))
    .returning({ ms: sql<number>`extract(epoch from now() - ${chains.laggingSince})::float8 * 1000` });
  return row?.ms ?? 0;
}

/** Notes that a chain's node lags no more. */
async function endLag(chainId: number): Promise<void> {
  await database()
    .update(chains)
    .set({ laggingSince: null })
    .where(and(eq(chains.id, chainId), isNotNull(chains.laggingSince)));
}

/** Blocks asked for at once while looking for the fork. */
const STRIDE = 50;
const LAG_PATIENCE_MS = 30_000;

export type ChainView = {
  /** The chain's head. */
  head: bigint;
  /** Row of the highest block that counts, just found on the chain. */
  topId: number | null;
};

const counting = (chainId: number) => and(eq(transactions.chainId, chainId), isNull(transactions.orphanedAt));

/** The latest row of the highest block among the rows that count. */
export async function highestRow(db: Queryable, chainId: number) {
  const [row] = await db
    .select({ id: transactions.id, blockNumber: transactions.blockNumber, blockHash: transactions.blockHash })
    .from(transactions)
    .where(counting(chainId))
    .orderBy(desc(transactions.blockNumber), desc(transactions.id))
    .limit(1);
  return row ?? null;
}

/**
 * Hashes of the recorded blocks above the fork: those the chain has at their height no more, from the top down.
 * `replaced` tells whether it has another block at one of these heights, or else only ends below them.
 */
async function lostBlocks(chain: ServerChain): Promise<{ lost: Hex[]; replaced: boolean }> {
  const lost: Hex[] = [];
  let replaced = false;
  for (let offset = 0; ; offset += STRIDE) {
    const blocks = await database()
      .selectDistinct({ number: transactions.blockNumber, hash: transactions.blockHash })
      .from(transactions)
      .where(counting(chain.id))
      .orderBy(desc(transactions.blockNumber))
      .limit(STRIDE)
      .offset(offset);
    const canonical = await Promise.all(blocks.map(({ number }) => readBlockHash(chain, number)));
    const fork = blocks.findIndex(({ hash }, index) => canonical[index] === hash);
    const above = fork === -1 ? blocks.length : fork;
    lost.push(...blocks.slice(0, above).map(({ hash }) => hash));
    replaced ||= canonical.slice(0, above).some((hash) => hash !== null);
    if (fork !== -1 || blocks.length < STRIDE) return { lost, replaced };
  }
}

/**
 * Holds the recorded blocks of a chain against the chain. Rows form one line of blocks (`storeTransactions` sees to it),
 * so the highest one stands for all; where it is gone, every row above the fork is marked orphaned in one statement.
 *
 * A node that has another block at a recorded height tells of a reorganisation, and counts at once. One that merely ends
 * below may be a late one of a pool (how late, in blocks, is another number on every chain): for `patienceMs` after this was first seen nothing is claimed, and only
 * if it lasts are the blocks lost.
 * @throws ApiError 503 where the node is out of reach or late: then nothing is known.
 */
export async function rewind(chain: ServerChain, patienceMs = LAG_PATIENCE_MS): Promise<ChainView> {
  const top = await highestRow(database(), chain.id);
  const [head, found] = await Promise.all([
    readHead(chain),
    top ? readBlockHash(chain, top.blockNumber) : null,
  ]);
  if (!top || found === top.blockHash) {
    await endLag(chain.id);
    // In a pool the head may come from a later node than the block did: what was found is not above it.
    return { head: top && top.blockNumber > head ? top.blockNumber : head, topId: top?.id ?? null };
  }
  const { lost, replaced } = await lostBlocks(chain);
  if (!replaced && (await noteLag(chain.id)) < patienceMs)
    throw new ApiError(503, 'nodeUnreachable', null, {
      cause: new Error(`the node ends at block ${head}, below the recorded block ${top.blockNumber}`),
    });
  const orphaned = await database()
    .update(transactions)
    .set({ orphanedAt: new Date() })
    .where(and(counting(chain.id), inArray(transactions.blockHash, lost)))
    .returning({ id: transactions.id });
  await endLag(chain.id);
  log.warn({ chainId: chain.id, rows: orphaned.length, head: String(head) }, 'the chain lost blocks');
  return { head, topId: (await highestRow(database(), chain.id))?.id ?? null };
}
