import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Degradation } from '@/lib/api/schemas/config';
import { readHead, type ServerChain } from '@/lib/server/chain/node';
import { isStopping } from '@/lib/server/stop/state';
import { serverEnv } from '@/lib/settings/env';
import { cached } from '../cached';
import { selectChains } from '../config/lists';
import { database, HEALTH_TIMEOUT_MS } from '../db/database';
import journal from '../db/migrations/meta/_journal.json';
import { isDatabaseFull } from '../db/outage';
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

let isReadOnly = false;

async function isMigrated(): Promise<boolean> {
  const askedAt = Date.now();
  // A standby is read-only, too.
  const { rows } = await database('health').execute<{ done: string; now: number; isReadOnly: boolean }>(
    sql`select count(*) as done, extract(epoch from clock_timestamp())::float8 * 1000 as now,
      current_setting('transaction_read_only')::bool as "isReadOnly" from drizzle.__drizzle_migrations`,
  );
  const [row] = rows;
  // PostgreSQL read its clock about halfway between the request and the answer.
  if (row) clockOffset = (askedAt + Date.now()) / 2 - row.now;
  isReadOnly = row?.isReadOnly ?? false;
  return Number(row?.done) >= journal.entries.length;
}

let lastChains: ServerChain[] = [];

/** Returns the chains of the latest readiness check. */
export const checkedChains = (): readonly ServerChain[] => lastChains;

const heads = new Map<string, boolean>();
const keyOf = ({ id, serverRpcUrl }: ServerChain) => `${id} ${serverRpcUrl}`;

/** Checks whether a chain's RPC endpoint responds, and stores the result in `heads`. */
async function checkNode(chain: ServerChain): Promise<void> {
  heads.set(keyOf(chain), await isTrue(`chain ${chain.id}`, async () => (await readHead(chain)) >= 0n));
}

/**
 * Checks the RPC endpoints of the known chains while it reads the list of chains, then checks new ones from that
 * list.
 */
async function checkChains(): Promise<void> {
  const known = lastChains;
  const keys = new Set(known.map(keyOf));
  const readList = async () => {
    lastChains = await selectChains('health');
    return true;
  };
  await Promise.all([
    ...known.map(checkNode),
    isTrue('the list of chains', readList).then(() =>
      Promise.all(lastChains.filter((chain) => !keys.has(keyOf(chain))).map(checkNode)),
    ),
  ]);
}

/** Returns why the database can't be written although it can be read. */
const degradation = (): Degradation | undefined =>
  isReadOnly ? 'databaseReadOnly' : isDatabaseFull() ? 'databaseFull' : undefined;

type DatabaseState = { database: boolean; chains: Record<number, boolean>; degraded?: Degradation };
type Readiness =
  | ({ ready: boolean } & (DatabaseState | { backEnd: boolean }))
  | { ready: false; stopping: true };

/**
 * Cached, because anyone can request it at any rate. Checks the database, the list of chains, and the RPC endpoints
 * concurrently within HEALTH_TIMEOUT_MS. After that, an unresponsive database counts as down, and a list or endpoint
 * keeps the result of the previous check. Its check continues in the background, and the next one returns its result.
 */
const states = cached(async (): Promise<Readiness> => {
  const { API_ORIGIN } = serverEnv();
  if (API_ORIGIN !== undefined) {
    const backEnd = await isTrue('back end', () => isBackEndUp(API_ORIGIN));
    return { ready: backEnd, backEnd };
  }
  const deadline = delay(HEALTH_TIMEOUT_MS, undefined, { ref: false });
  const [migrated = false] = await Promise.all([
    // Asked again after a failure, because a lost connection doesn't mean that the database is down.
    Promise.race([isTrue('database', () => isMigrated().catch(isMigrated)), deadline]),
    Promise.race([checkChains(), deadline]),
  ]);
  const answers = (migrated ? lastChains : []).map(
    (chain) => [chain.id, heads.get(keyOf(chain)) ?? false] as const,
  );
  const ready = migrated && answers.every(([, answer]) => answer);
  const degraded = migrated ? degradation() : undefined;
  return {
    ready,
    database: migrated,
    chains: Object.fromEntries(answers),
    // Pages and reads work, so the instance stays ready.
    ...(degraded ? { degraded } : {}),
  };
});

/**
 * Returns whether this instance can serve requests: it isn't stopping, the database has this version's schema, and
 * every chain's node responds. If calls are forwarded, the back end is checked instead of the database and nodes.
 */
export const readiness = async (): Promise<Readiness> =>
  isStopping() ? { ready: false, stopping: true } : states();
