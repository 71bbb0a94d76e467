import 'server-only';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { database } from '../db/client';
import { chains } from '../db/config-tables';

/** Notes that a chain's node lags; gives for how long it has (ms). */
export async function noteLag(chainId: number): Promise<number> {
  const [row] = await database()
    .update(chains)
    .set({ laggingSince: sql`coalesce(${chains.laggingSince}, now())` })
    .where(eq(chains.id, chainId))
    .returning({ ms: sql<number>`extract(epoch from now() - ${chains.laggingSince})::float8 * 1000` });
  return row?.ms ?? 0;
}

/** Notes that a chain's node lags no more. */
export async function endLag(chainId: number): Promise<void> {
  await database()
    .update(chains)
    .set({ laggingSince: null })
    .where(and(eq(chains.id, chainId), isNotNull(chains.laggingSince)));
}
