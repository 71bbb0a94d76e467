import 'server-only';
import { and, count, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { activityPage, activityQuery } from '@/lib/api/schemas/activity';
import { findChain } from '@/lib/server/chain/node';
import { checkChainRecently } from '@/lib/server/verify/check-chain';
import { asActivity } from '@/lib/server/verify/store-transactions';
import { listChains } from '../config/lists';
import { database } from '../db/database';
import { transactions } from '../db/transaction-tables';
import { restorable } from '../verify/restore';

/**
 * Returns a page of the transactions credited to `owner`, newest first. First checks every chain involved, so that
 * orphaned transactions are excluded and restored ones are included.
 * @throws ApiError 400 for an unknown chain, 503 if a chain can't be checked.
 */
export async function pageOfActivity(
  owner: Address,
  { pageNum, pageSize, kind, chainId }: z.output<typeof activityQuery>,
): Promise<z.input<typeof activityPage>> {
  const chains = chainId === undefined ? await listChains() : [await findChain(chainId)];
  const known = and(
    eq(transactions.owner, owner),
    inArray(
      transactions.chainId,
      chains.map(({ id }) => id),
    ),
    kind && eq(transactions.kind, kind),
  );
  const matching = and(known, isNull(transactions.orphanedAt));
  const involved = await database('transaction')
    .selectDistinct({ id: transactions.chainId })
    .from(transactions)
    .where(and(known, or(isNull(transactions.orphanedAt), restorable())));
  const views = await Promise.all(
    chains
      .filter((chain) => involved.some(({ id }) => id === chain.id))
      .map(async (chain) => [chain.id, await checkChainRecently(chain)] as const),
  );
  const heads = new Map(views.map(([id, { head }]) => [id, head]));
  const rows = await database('transaction')
    .select()
    .from(transactions)
    .where(matching)
    .orderBy(desc(transactions.blockTime), desc(transactions.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [counted] = await database('transaction')
    .select({ total: count() })
    .from(transactions)
    .where(matching);
  const list = rows.map((row) => {
    const head = heads.get(row.chainId);
    // Another process may have credited the row since the check.
    const isNewer = head === undefined || row.blockNumber > head;
    return asActivity(row, isNewer ? row.blockNumber : head);
  });
  return { list, total: counted?.total ?? 0, pageNum, pageSize };
}
