import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { website } from '@/lib/api/schemas/config';
import { canonicalOrigin, serverEnv } from '@/lib/settings/env';
import { cached } from '../cached';
import { chains, contracts, currencies, languages } from '../db/config-tables';
import { type DatabaseArea, database } from '../db/database';
import { pushKeys } from '../push/push-key';
import { readPriceSettings, readWebsite } from '../seed/config-files';

/** Returns the site's languages in display order. */
export const listLanguages = () => database('public').select().from(languages).orderBy(asc(languages.sort));

/** Returns the display currencies with their rates (units per US dollar). */
export async function listCurrencies() {
  const rows = await database('public').select().from(currencies).orderBy(asc(currencies.id));
  return rows.map((row) => ({ ...row, rateAt: row.rateAt.toISOString() }));
}

/** Reads the enabled chains in display order, over the connections of an area. */
export const selectChains = (area: DatabaseArea) =>
  database(area).select().from(chains).where(eq(chains.enabled, true)).orderBy(asc(chains.sort));

/** Returns the enabled chains in display order. */
export const listChains = cached(async () => selectChains('chain'));

/** Returns the platform's contracts on all chains. */
export const listContracts = () =>
  database('public').select().from(contracts).orderBy(asc(contracts.chainId), asc(contracts.name));

/** Returns the website settings that pages need. @throws if config/website.json or config/prices.json is invalid. */
export async function describeWebsite(): Promise<z.input<typeof website>> {
  const [{ app: _, ...site }, { coins: known }] = await Promise.all([readWebsite(), readPriceSettings()]);
  const keys = pushKeys();
  return {
    ...site,
    push: keys && { key: keys.publicKey },
    walletConnectProjectId: serverEnv().WALLETCONNECT_PROJECT_ID ?? null,
    rpcOrigins: serverEnv().RPC_ORIGINS ?? [],
    messages: serverEnv().MESSAGES_ENABLED === '1' ? { site: new URL(canonicalOrigin()).host } : null,
    hasReportedLists: serverEnv().REPORTED_LISTS.length > 0,
    stablecoins: Object.keys(known).filter((symbol) => known[symbol]?.pegged),
  };
}
