import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import { tokenOn } from '@/tests/support/site-instance';
import type { LoadSite } from '../soak/load-site';
import { timeUntil } from './probe';

/** Default DATABASE_POOL_SIZE. Of the separate connections, only those for nonces and counts are exhausted. */
export const POOL_SIZE = 12;
const NONCE_CONNECTIONS = 2;
const COUNTER_CONNECTIONS = 4;
const CONNECTIONS = POOL_SIZE + NONCE_CONNECTIONS + COUNTER_CONNECTIONS;
const AREA_CONNECTIONS = POOL_SIZE / 4;
/** More calls than each kind of work has connections for. */
const CALLS = 6;
const HOLD_LIMIT_MS = 20_000;

/** Client address of the calls, so that they count toward no visitor's limits. */
const CLIENT = '127.9.1.1';

const account = demoAccount(7);

/** Makes a call and ignores the response. */
async function call(url: string, init: { token?: string; body?: Record<string, string> }) {
  const { token, body } = init;
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      Origin: E2E_ORIGIN,
      'X-Forwarded-For': CLIENT,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: new URLSearchParams(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
}

type Call = readonly [path: string, init: Parameters<typeof call>[1]];

/** Returns a sign-out with a token of no session. */
const signOut = (): Call => ['/user/logout', { token: randomBytes(32).toString('base64url'), body: {} }];

/**
 * Exhausts the database connections of both instances, for each kind of work: accounts, transactions, lists,
 * sessions, nonces, and counts. Calls hold a connection while they wait for a locked table. Sessions come late and counts last,
 * because the other calls need them first. Calls for lists differ, because the same ones share a read, and sign-outs hold the
 * connections for sessions, because lookups share two. The calls fail after DATABASE_WAIT_SECONDS.
 */
export async function exhaustPools({ instances, services }: LoadSite): Promise<() => Promise<void>> {
  const token = await tokenOn(instances[0].origin, account);
  const pending: Promise<unknown>[] = [];
  const makeCalls = (...calls: Call[]) => {
    for (const { origin } of instances)
      for (const [path, init] of calls) pending.push(call(`${origin}/api${path}`, init));
  };
  const nonce = { body: { address: account.address, chainId: '31337' } };

  const [locker, observer] = [services.databaseUrl, services.databaseUrl].map(
    (connectionString) => new Client({ connectionString }),
  ) as [Client, Client];
  await Promise.all([locker.connect(), observer.connect()]);
  const finish = async () => {
    await Promise.all([locker.end(), observer.end()]);
    await Promise.allSettled(pending);
  };
  let held = 0;
  const countHeld = async () => {
    const { rows } = await observer.query<{ count: number }>(
      "select count(distinct pid)::int from pg_locks join pg_stat_activity using (pid) where not granted and application_name = 'tidewell'",
    );
    held = rows[0]?.count ?? 0;
    return held;
  };
  const holds = async (count: number) => {
    const total = count * instances.length;
    const isHeld = await timeUntil(async () => (await countHeld()) >= total, HOLD_LIMIT_MS);
    if (isHeld === null) throw new Error(`calls hold ${held} of ${total} connections`);
  };

  try {
    await locker.query('begin; lock table users, transactions, coins');
    for (let number = 1; number <= CALLS; number += 1)
      makeCalls(
        ['/user/info', { token }],
        ['/wallet/activity?pageNum=1&pageSize=5', { token }],
        [`/coin/list?pageNum=1&pageSize=${number}`, {}],
      );
    await holds(3 * AREA_CONNECTIONS);
    await locker.query('lock table sessions');
    for (let number = 1; number <= CALLS; number += 1) makeCalls(signOut());
    await holds(4 * AREA_CONNECTIONS);
    await locker.query('lock table nonces, rate_limits');
    for (let number = 1; number <= CALLS; number += 1) makeCalls(signOut(), ['/user/generateNonce', nonce]);
    await holds(CONNECTIONS);
  } catch (error) {
    await finish();
    throw error;
  }
  return finish;
}
