import 'server-only';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Hex } from 'viem';
import { readBlockHash, readHead } from '../chain/blocks';
import type { ServerChain } from '../chain/chains';
import { database, type Queryable } from '../db/client';
import { transactions } from '../db/transaction-tables';
import { log } from '../log';

/** Blocks asked for at once while looking for the fork. */
const STRIDE = 50;

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

/** Hashes of the recorded blocks above the fork: those the chain has at their height no more, from the top down. */
async function lostBlocks(chain: ServerChain): Promise<Hex[]> {
  const lost: Hex[] = [];
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
    lost.push(...blocks.slice(0, fork === -1 ? undefined : fork).map(({ hash }) => hash));
    if (fork !== -1 || blocks.length < STRIDE) return lost;
  }
}

/**
 * Holds the recorded blocks of a chain against the chain. Rows form one line of blocks (`storeTransactions` sees to it),
 * so the highest one stands for all; where it is gone, every row above the fork is marked orphaned in one statement.
 * @throws ApiError 503 where the node is out of reach: then nothing is known.
 */
export async function rewind(chain: ServerChain): Promise<ChainView> {
  const top = await highestRow(database(), chain.id);
  const [head, found] = await Promise.all([
    readHead(chain),
    top ? readBlockHash(chain, top.blockNumber) : null,
  ]);
  if (!top || found === top.blockHash) return { head, topId: top?.id ?? null };
  const lost = await lostBlocks(chain);
  const orphaned = await database()
    .update(transactions)
    .set({ orphanedAt: new Date() })
    .where(and(counting(chain.id), inArray(transactions.blockHash, lost)))
    .returning({ id: transactions.id });
  log.warn({ chainId: chain.id, rows: orphaned.length, head: String(head) }, 'the chain lost blocks');
  return { head, topId: (await highestRow(database(), chain.id))?.id ?? null };
}

const inFlight = new Map<number, Promise<ChainView>>();

/** `rewind` before rows are served: requests at the same time share one. */
export function checkChain(chain: ServerChain): Promise<ChainView> {
  const known = inFlight.get(chain.id);
  if (known) return known;
  const started = rewind(chain).finally(() => inFlight.delete(chain.id));
  inFlight.set(chain.id, started);
  return started;
}
