import { Client } from 'pg';
import { GET as coinList } from '@/app/api/coin/list/route';
import { GET as chainMapping } from '@/app/api/config/chainMapping/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { POST as generateNonce } from '@/app/api/user/generateNonce/route';
import { GET as info } from '@/app/api/user/info/route';
import { POST as name } from '@/app/api/user/name/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { until } from '../../support/until';

const WAIT_SECONDS = 3;
const CALLS = 30;
const { address } = demoAccount(1);

let backend: Backend;
let token: string;
let blocker: Client;
beforeAll(async () => {
  backend = await startBackend({ env: { DATABASE_WAIT_SECONDS: String(WAIT_SECONDS) } });
  token = await tokenOf(demoAccount(1));
  blocker = new Client({ connectionString: backend.databaseUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await backend.stop();
});

async function timed<Result>(call: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  return { result: await call(), ms: performance.now() - startedAt };
}

async function lockWaiters(): Promise<number> {
  // Within a transaction, PostgreSQL would show the same activity each time.
  await blocker.query('select pg_stat_clear_snapshot()');
  const { rows } = await blocker.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}

/** Locks a table, fills its connections with calls, runs `check`, and releases the table. Returns the calls' codes. */
async function whileLocked(table: string, call: () => Promise<{ code: number }>, check: () => Promise<void>) {
  await blocker.query(`begin; lock table ${table}`);
  const calls = Array.from({ length: CALLS }, call);
  try {
    await until(async () => (await lockWaiters()) > 0, 'calls that wait for the table');
    clearCache();
    await check();
    return (await Promise.all(calls)).map(({ code }) => code);
  } finally {
    await blocker.query('rollback');
  }
}

async function expectReady(): Promise<void> {
  clearCache();
  const { result, ms } = await timed(() => ready());
  expect([result.status, await result.json()]).toEqual([
    200,
    { ready: true, database: true, chains: { 31337: true, 31338: true } },
  ]);
  expect(ms).toBeLessThan(1_000);
}

test.each(['sessions', 'users'])(
  'OPS-3 while %s is locked, lists and nonces are served, and the instance is ready',
  async (table) => {
    const codes = await whileLocked(
      table,
      () => callRoute(info, { token }),
      async () => {
        await expectReady();
        const answers = await timed(() =>
          Promise.all([
            callRoute(chainMapping),
            callRoute(generateNonce, { body: { address, chainId: 31337 } }),
          ]),
        );
        expect(answers.result.map(({ code }) => code)).toEqual([200, 200]);
        expect(answers.ms).toBeLessThan(WAIT_SECONDS * 1_000);
      },
    );
    expect(new Set(codes)).toEqual(new Set([503]));
    expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  },
);

test('OPS-3 while nonces is locked, accounts can be read and changed', async () => {
  const codes = await whileLocked(
    'nonces',
    () => callRoute(generateNonce, { body: { address, chainId: 31337 } }),
    async () => {
      await expectReady();
      const change = callRoute(name, { token, body: { name: 'Ada Lovelace' } });
      expect([(await callRoute(info, { token })).code, (await change).code]).toEqual([200, 200]);
    },
  );
  expect(new Set(codes)).toEqual(new Set([503]));
});

test('OPS-3 while coins is locked, nonces are served and transactions are listed', async () => {
  const codes = await whileLocked(
    'coins',
    () => callRoute(coinList, { query: { pageNum: '1', pageSize: '5' } }),
    async () => {
      await expectReady();
      const nonce = callRoute(generateNonce, { body: { address, chainId: 31337 } });
      const list = callRoute(activity, { token });
      expect([(await nonce).code, (await list).code]).toEqual([200, 200]);
    },
  );
  expect(new Set(codes)).toEqual(new Set([503]));
});

test('OPS-3 while the list of chains is locked, the instance stays ready', async () => {
  await expectReady();
  await whileLocked('chains', () => callRoute(chainMapping), expectReady);
});

test('OPS-3 a readiness check whose connection is lost asks again over another one', async () => {
  clearCache();
  await blocker.query('begin; lock table drizzle.__drizzle_migrations');
  const answer = ready();
  try {
    await until(async () => (await lockWaiters()) > 0, 'the check that waits for the table');
    await blocker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'",
    );
  } finally {
    await blocker.query('rollback');
  }
  expect((await answer).status).toBe(200);
});
