import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readHead, type ServerChain } from '@/lib/server/chain/node';
import { isStopping } from '@/lib/server/stop/state';
import { serverEnv } from '@/lib/settings/env';
import { cached } from '../cached';
import { selectChains } from '../config/lists';
import { database, HEALTH_TIMEOUT_MS } from '../db/client';
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

let clockOffset: number | null = null;

/** Returns how far this instance's clock was ahead of PostgreSQL's at the last readiness check, in ms, or null. */
export const clockOffsetMs = (): number | null => clockOffset;

async function isMigrated(): Promise<boolean> {
  const askedAt = Date.now();
  const { rows } = await database('health').execute<{ done: string; now: number }>(
    sql`select count(*) as done, extract(epoch from clock_timestamp())::float8 * 1000 as now from drizzle.__drizzle_migrations`,
  );
  const [row] = rows;
  // PostgreSQL read its clock about halfway between the request and the answer.
  if (row) clockOffset = (askedAt + Date.now()) / 2 - row.now;
  return Number(row?.done) >= journal.entries.length;
}

let lastChains: ServerChain[] = [];

/** Returns the enabled chains. If their table can't be read in time, returns the last known ones. */
async function knownChains(): Promise<ServerChain[]> {
  await isTrue('the list of chains', async () => {
    lastChains = await selectChains('health');
    return true;
  });
  return lastChains;
}

/** Returns the chains of the latest readiness check. */
export const checkedChains = (): readonly ServerChain[] => lastChains;

const heads = new Map<number, boolean>();

/**
 * Returns whether a chain's node responds. If it takes longer than HEALTH_TIMEOUT_MS, returns the previous result, and
 * the next check returns the new one.
 */
async function isChainUp(chain: ServerChain): Promise<boolean> {
  const check = isTrue(`chain ${chain.id}`, async () => (await readHead(chain)) >= 0n);
  void check.then((isUp) => heads.set(chain.id, isUp));
  const previous = heads.get(chain.id);
  if (previous === undefined) return check;
  return Promise.race([check, delay(HEALTH_TIMEOUT_MS, previous, { ref: false })]);
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
  const [migrated, chains] = await Promise.all([isTrue('database', isMigrated), knownChains()]);
  const answers = await Promise.all(
    (migrated ? chains : []).map(async (chain) => [chain.id, await isChainUp(chain)] as const),
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
