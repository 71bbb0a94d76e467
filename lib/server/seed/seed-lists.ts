import 'server-only';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listedToken, type TokenList, tokenList } from '@/lib/api/schemas/coin';
import { brand } from '@/lib/content/website';
import { type ChainsFile, minConfirmations } from '@/lib/evm/chains-file';
import { canonicalOrigin } from '@/lib/settings/env';
import { listedTokens, nextList } from '@/lib/token-list/token-list';
import {
  chains,
  coins,
  coinTokens,
  contracts,
  currencies,
  languages,
  operatorSettings,
  retiredContracts,
} from '../db/config-tables';
import { database, type Queryable } from '../db/database';
import { readCurrencies, readLanguages, readPricing } from './config-files';

/** Syncs languages and currencies with config/, in the caller's transaction. */
export async function seedLists(db: Queryable): Promise<void> {
  const [languageRows, currencyRows] = await Promise.all([readLanguages(), readCurrencies()]);
  await db.delete(languages);
  await db.insert(languages).values(languageRows);
  // Keeps a central bank's rate if it's newer than the file.
  const known = await db.select().from(currencies).for('update');
  const seeded = currencyRows.map((row) => {
    const fileRow = { ...row, rateAt: new Date(row.rateAt) };
    const newer = known.find(({ name, rateAt }) => name === row.name && rateAt > fileRow.rateAt);
    return newer ? { ...fileRow, rate: newer.rate, rateAt: newer.rateAt } : fileRow;
  });
  await db.delete(currencies);
  await db.insert(currencies).values(seeded);
}

/** Name under which config/pricing.json is stored. */
export const PRICING_SETTINGS = 'pricing';

/** Syncs the operator's settings with config/, in the caller's transaction. */
export async function seedSettings(db: Queryable): Promise<void> {
  await db
    .insert(operatorSettings)
    .values({ name: PRICING_SETTINGS, value: await readPricing() })
    .onConflictDoUpdate({ target: operatorSettings.name, set: { value: sql`excluded.value` } });
}

/** Name under which the token list is stored. Each version continues from the previous one. */
export const TOKEN_LIST_SETTINGS = 'tokenList';

/** The stored token list. A list without tokens isn't served, but keeps its version number. */
export const storedTokenList = tokenList.extend({ tokens: z.array(listedToken) });

/** Syncs the token list with the chains file, in the caller's transaction. */
export async function seedTokenList(db: Queryable, { coins }: ChainsFile): Promise<void> {
  const [row] = await db
    .select()
    .from(operatorSettings)
    .where(eq(operatorSettings.name, TOKEN_LIST_SETTINGS));
  const previous = row ? storedTokenList.parse(row.value) : null;
  const tokens = listedTokens(coins, canonicalOrigin());
  const value = nextList(previous, { name: brand, tokens, now: new Date() });
  await db
    .insert(operatorSettings)
    .values({ name: TOKEN_LIST_SETTINGS, value })
    .onConflictDoUpdate({ target: operatorSettings.name, set: { value } });
}

/** Returns the `set` of an upsert, which gives every column the value proposed for insertion. */
function excluded(columns: Record<string, PgColumn>): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/** Syncs chains, contracts, and coins with the chains file, in the caller's transaction. */
export async function seedChains(db: Queryable, file: ChainsFile): Promise<void> {
  const chainRows = file.chains.map(
    ({ nativeCurrency, serverRpcUrl, checkRpcUrl, contracts: _, retiredContracts: __, ...chain }, sort) => ({
      ...chain,
      nativeSymbol: nativeCurrency.symbol,
      fallbackRpcUrls: chain.fallbackRpcUrls ?? [],
      serverRpcUrl: serverRpcUrl ?? chain.rpcUrl,
      checkRpcUrl: checkRpcUrl ?? null,
      ...(typeof chain.confirmations === 'number'
        ? { confirmations: chain.confirmations, finality: null }
        : { confirmations: minConfirmations(chain), finality: chain.confirmations }),
      sort,
      enabled: true,
    }),
  );
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

  const retiredRows = file.chains.flatMap(({ id, retiredContracts: retired = [] }) =>
    retired.map((contract) => ({ chainId: id, ...contract })),
  );
  await db.delete(retiredContracts);
  if (retiredRows.length > 0) await db.insert(retiredContracts).values(retiredRows);

  const tokenRows = file.coins.flatMap(({ id, tokens }) => tokens.map((token) => ({ coinId: id, ...token })));
  await db.delete(coinTokens);
  if (tokenRows.length > 0) await db.insert(coinTokens).values(tokenRows);
}

/**
 * Returns the tokens of all chains as a token list, or null if there are none, because the format doesn't allow an
 * empty list.
 */
export async function readTokenList(): Promise<TokenList | null> {
  const [row] = await database('public')
    .select()
    .from(operatorSettings)
    .where(eq(operatorSettings.name, TOKEN_LIST_SETTINGS));
  const list = storedTokenList.parse(row?.value);
  return list.tokens.length > 0 ? list : null;
}
