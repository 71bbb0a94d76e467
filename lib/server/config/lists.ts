import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { website } from '@/lib/api/schemas/config';
import { serverEnv } from '@/lib/settings/env';
import { cached } from '../cached';
import { database } from '../db/client';
import { chains, contracts, currencies, languages } from '../db/config-tables';
import { readWebsite } from '../seed/config-files';

/** The site's languages by their order. */
export const listLanguages = () => database().select().from(languages).orderBy(asc(languages.sort));

/** The display currencies with their rates (units per US dollar). */
export async function listCurrencies() {
  const rows = await database().select().from(currencies).orderBy(asc(currencies.id));
  return rows.map((row) => ({ ...row, rateAt: row.rateAt.toISOString() }));
}

/** The chains that are configured. */
export const listChains = cached(async () =>
  database().select().from(chains).where(eq(chains.enabled, true)).orderBy(asc(chains.sort)),
);

/** The platform's contracts on all configured chains. */
export const listContracts = () =>
  database().select().from(contracts).orderBy(asc(contracts.chainId), asc(contracts.name));

/** What the pages need to know of this installation. Throws an Error where config/website.json is not in order. */
export async function describeWebsite(): Promise<z.input<typeof website>> {
  const { app: _, ...site } = await readWebsite();
  return { ...site, walletConnectProjectId: serverEnv().WALLETCONNECT_PROJECT_ID ?? null };
}
