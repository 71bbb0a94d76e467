import 'server-only';
import { and, asc, count, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { coinPageQuery } from '@/lib/api/schemas/coin';
import { groupBy } from '@/lib/group-by';
import { coins, coinTokens } from '../db/config-tables';
import { database } from '../db/database';
import { ApiError } from '../http/api-error';

type CoinRow = typeof coins.$inferSelect;

/** If there are more coins than this, all tokens are read, because listing each coin in the query would be slower. */
const MANY = 200;

async function withTokens(rows: CoinRow[]) {
  const ids = rows.map(({ id }) => id);
  const tokens = ids.length
    ? await database('public')
        .select()
        .from(coinTokens)
        .where(ids.length > MANY ? undefined : inArray(coinTokens.coinId, ids))
        .orderBy(asc(coinTokens.chainId), asc(coinTokens.address))
    : [];
  const byCoin = groupBy(tokens, ({ coinId }) => coinId);
  return rows.map((row) => ({ ...row, tokens: byCoin.get(row.id) ?? [] }));
}

const enabled = eq(coins.enabled, true);
const inOrder = [asc(coins.sort), asc(coins.id)];

/** Returns every coin with its tokens on all chains. */
export async function listCoins() {
  return withTokens(
    await database('public')
      .select()
      .from(coins)
      .where(enabled)
      .orderBy(...inOrder),
  );
}

/** Matches coins whose symbol or name contains `search`, ignoring case, or that have a token with that address. */
function matching(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const withAddress = database('public')
    .select({ id: coinTokens.coinId })
    .from(coinTokens)
    .where(eq(sql`lower(${coinTokens.address})`, search.toLowerCase()));
  return or(ilike(coins.symbol, pattern), ilike(coins.name, pattern), inArray(coins.id, withAddress));
}

/** Returns a page of coins, filtered by `search` if it's given. */
export async function pageOfCoins({ pageNum, pageSize, search }: z.output<typeof coinPageQuery>) {
  const wanted = search ? and(enabled, matching(search)) : enabled;
  const rows = await database('public')
    .select()
    .from(coins)
    .where(wanted)
    .orderBy(...inOrder)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [counted] = await database('public').select({ total: count() }).from(coins).where(wanted);
  return { list: await withTokens(rows), total: counted?.total ?? 0, pageNum, pageSize };
}

/** Returns one coin with its tokens. @throws ApiError 404 if it doesn't exist. */
export async function findCoin(id: number) {
  const rows = await database('public')
    .select()
    .from(coins)
    .where(and(enabled, eq(coins.id, id)));
  const [found] = await withTokens(rows);
  if (!found) throw new ApiError(404, 'notFound');
  return found;
}
