import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readHead } from '@/lib/server/chain/node';
import { isStopping } from '@/lib/server/stop/state';
import { serverEnv } from '@/lib/settings/env';
import { cached } from '../cached';
import { listChains } from '../config/lists';
import { database } from '../db/client';
import journal from '../db/migrations/meta/_journal.json';
import { describeError, log } from '../log';

const TIMEOUT_MS = 5_000;
const success = z.object({ code: z.literal(200) });

/** Checks the back end with its cheapest endpoint, the language list. @throws if it's unreachable. */
async function isBackEndUp(apiOrigin: string): Promise<boolean> {
  const response = await fetch(`${apiOrigin}/api/config/getLangList`, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return success.safeParse(await response.json()).success;
}

async function isTrue(what: string, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    log.warn({ what, err: describeError(error) }, 'not ready');
    return false;
  }
}

async function isMigrated(): Promise<boolean> {
  const { rows } = await database().execute<{ done: string }>(
    sql`select count(*) as done from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.done) >= journal.entries.length;
}

type Readiness =
  | ({ ready: boolean } & ({ database: boolean; chains: Record<number, boolean> } | { backEnd: boolean }))
  | { ready: false; stopping: true };

/** Cached, because anyone may check readiness as often as they like. */
const states = cached(async (): Promise<Readiness> => {
  const { API_ORIGIN } = serverEnv();
  if (API_ORIGIN !== undefined) {
    const backEnd = await isTrue('back end', () => isBackEndUp(API_ORIGIN));
    return { ready: backEnd, backEnd };
  }
  const migrated = await isTrue('database', isMigrated);
  const chains = migrated ? await listChains() : [];
  const answers = await Promise.all(
    chains.map(
      async (chain) =>
        [chain.id, await isTrue(`chain ${chain.id}`, async () => (await readHead(chain)) >= 0n)] as const,
    ),
  );
  const ready = migrated && answers.every(([, answer]) => answer);
  return { ready, database: migrated, chains: Object.fromEntries(answers) };
});

/**
 * Returns whether this instance can serve requests: it isn't stopping, the database has this version's schema, and
 * every chain's node responds. If calls are forwarded, the back end is checked instead of the database and nodes.
 */
export const readiness = async (): Promise<Readiness> =>
  isStopping() ? { ready: false, stopping: true } : states();
