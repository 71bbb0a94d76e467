import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { GET as coinList } from '@/app/api/coin/list/route';
import { GET as live } from '@/app/api/health/live/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { POST as generateNonce } from '@/app/api/user/generateNonce/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { clearCache } from '@/lib/server/cached';
import { database, poolState } from '@/lib/server/db/database';
import { databaseRefusal, noteFullDisk } from '@/lib/server/db/outage';
import { ApiError } from '@/lib/server/http/api-error';
import { invalidateBoard } from '@/lib/server/prices/board';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { startServer, stopServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute, METRICS_TOKEN, samples } from '../../support/api-call';
import { signedMessage } from '../../support/api-sign-in';
import { freeze, postgresPids } from '../../support/freeze';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
let port: number;
beforeAll(async () => {
  backend = await startBackend({
    env: { DATABASE_POOL_SIZE: '4', DATABASE_WAIT_SECONDS: '1', METRICS_TOKEN },
  });
  port = Number(new URL(backend.databaseUrl).port);
});
afterAll(() => backend.stop());

const isReady = async () => (await ready()).status === 200;

/** Options for a request that makes the server query the database every time. */
const page = { query: { pageNum: 1, pageSize: 5 } };

test('OPS-3 answers 503 in the envelope if no connection is free in time, and serves the next call', async () => {
  const held = new EventEmitter();
  await callRoute(coinList, page);
  const transaction = database('public').transaction(() => once(held, 'release'));
  await until(async () => poolState().idle === 0, 'the only connection for lists in use');
  expect(await callRoute(coinList, page)).toMatchObject({ status: 503, code: 503, data: null });
  held.emit('release');
  await transaction;
  expect(await callRoute(coinList, page)).toMatchObject({ code: 200 });
});

test('OPS-3 answers 503 while the database is down, and recovers automatically', async () => {
  expect(await isReady()).toBe(true);
  const user = await postgresUser([backend.dir]);
  const data = path.join(backend.dir, 'postgres');
  await stopServer(user, data, { force: false });
  clearCache();
  expect(await callRoute(coinList, page)).toMatchObject({ status: 503, code: 503, data: null });
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, database: false, chains: {} }]);
  expect(live().status).toBe(200);

  await startServer(user, { data, log: path.join(backend.dir, 'postgres.log') }, port);
  await until(isReady, 'readiness after the restart');
  expect(await callRoute(coinList, page)).toMatchObject({ code: 200 });
});

test('OPS-3 a database that can’t be written keeps the instance ready, but degraded with the reason', async () => {
  const stateOf = async () => {
    clearCache();
    const answer = await ready();
    return [answer.status, await answer.json()];
  };
  const degraded = (reason: string) => [200, expect.objectContaining({ ready: true, degraded: reason })];
  const setReadOnly = async (value: 'on' | 'off') => {
    await queryDatabase(backend, `alter system set default_transaction_read_only = ${value}`);
    await queryDatabase(backend, 'select pg_reload_conf()');
    await until(
      async () => JSON.stringify(await stateOf()).includes('databaseReadOnly') === (value === 'on'),
      `read-only ${value}`,
    );
  };
  try {
    await setReadOnly('on');
    expect(await stateOf()).toEqual(degraded('databaseReadOnly'));
    expect((await samples()).get('tidewell_degraded{reason="databaseReadOnly"}')).toBe(1);
    expect(await callRoute(coinList, page)).toMatchObject({ code: 200 });
    const body = { address: demoAccount(1).address, chainId: '31337' };
    expect(await callRoute(generateNonce, { body })).toMatchObject({ code: 503, data: null });
  } finally {
    await setReadOnly('off');
  }
  expect((await stateOf())[1]).not.toHaveProperty('degraded');

  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  noteFullDisk(new ApiError(503, 'unavailable', null, { cause: new Error('query', { cause: full }) }));
  expect(await stateOf()).toEqual(degraded('databaseFull'));
  expect((await samples()).get('tidewell_degraded{reason="databaseFull"}')).toBe(1);
});

test('OPS-3 while the database is frozen, readiness and metrics answer in time, and say so', async () => {
  await samples();
  const thaw = freeze(await postgresPids(backend.dir));
  try {
    clearCache();
    invalidateBoard();
    const startedAt = performance.now();
    expect(await isReady()).toBe(false);
    expect((await samples()).get('tidewell_ready')).toBe(0);
    // Each of the two may take a second. A query itself would take 20.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  } finally {
    await thaw();
  }
  await until(isReady, 'readiness after the freeze');
});

test('OPS-3 answers 503 while the disk of the database is full', async () => {
  // What PostgreSQL reports if a table can't get another block. It serves reads meanwhile.
  const raise = `create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger disk_full before insert on sessions for each row execute function disk_full()`;
  const signed = await signedMessage(demoAccount(1));
  await queryDatabase(backend, raise);
  try {
    expect(await callRoute(signIn, { body: signed })).toMatchObject({ status: 503, code: 503, data: null });
    expect(await isReady()).toBe(true);
    expect(await callRoute(coinList, page)).toMatchObject({ code: 200 });
  } finally {
    await queryDatabase(backend, 'drop function disk_full cascade');
  }
  expect(await callRoute(signIn, { body: await signedMessage(demoAccount(1)) })).toMatchObject({ code: 200 });
});

test('OPS-3 an error that is not an outage stays an error', () => {
  for (const error of [
    new Error('connect'),
    Object.assign(new Error('duplicate key'), { code: '23505' }),
    Object.assign(new Error('no such file'), { code: 'ENOENT' }),
    'ECONNREFUSED',
  ])
    expect(databaseRefusal(error)).toBeNull();
  const cause = Object.assign(new Error('the server stops'), { code: '57P01' });
  expect(databaseRefusal(new Error('a query failed', { cause }))).toMatchObject({ code: 503 });
});
