import 'server-only';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ChainsFile } from '@/lib/evm/chains-file';
import type { Queryable } from '../db/client';
import { chains, coins, coinTokens, contracts } from '../db/config-tables';

/** The `set` of an upsert: every column takes the value that was to be inserted. */
function excluded(columns: Record<string, PgColumn>): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/** Makes chains, contracts and coins those of the chains file, in the caller's transaction. */
export async function seedChains(db: Queryable, file: ChainsFile): Promise<void> {
  const chainRows = file.chains.map(({ nativeCurrency, serverRpcUrl, contracts: _, ...chain }, sort) => ({
    ...chain,
    nativeSymbol: nativeCurrency.symbol,
    fallbackRpcUrls: chain.fallbackRpcUrls ?? [],
    serverRpcUrl: serverRpcUrl ?? chain.rpcUrl,
    sort,
    enabled: true,
  }));
  await db.update(chains).set({ enabled: false });
  const { id: _chainId, ...chainColumns } = getTableColumns(chains);
  await db
    .insert(chains)
    .values(chainRows)
    .onConflictDoUpdate({ target: chains.id, set: excluded(chainColumns) });

  await db.update(coins).set({ enabled: false });
  const coinRows = file.coins.map(({ tokens: _, ...coin }) => ({ ...coin, enabled: true }));
  const { id: _coinId, ...coinColumns } = getTableColumns(coins);
  if (coinRows.length > 0) {
    await db
      .insert(coins)
      .values(coinRows)
      .onConflictDoUpdate({ target: coins.id, set: excluded(coinColumns) });
  }

  const contractRows = file.chains.flatMap((chain) =>
    Object.entries(chain.contracts).map(([name, address]) => ({ chainId: chain.id, name, address })),
  );
  await db.delete(contracts);
  if (contractRows.length > 0) await db.insert(contracts).values(contractRows);

  const tokenRows = file.coins.flatMap(({ id, tokens }) => tokens.map((token) => ({ coinId: id, ...token })));
  await db.delete(coinTokens);
  if (tokenRows.length > 0) await db.insert(coinTokens).values(tokenRows);
}
