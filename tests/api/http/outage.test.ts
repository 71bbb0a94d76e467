import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { GET as coinList } from '@/app/api/coin/list/route';
import { GET as live } from '@/app/api/health/live/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { clearCache } from '@/lib/server/cached';
import { database, poolState } from '@/lib/server/db/client';
import { databaseRefusal } from '@/lib/server/db/outage';
import { startServer, stopServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { until } from '../../support/until';

let backend: Backend;
let port: number;
beforeAll(async () => {
  backend = await startBackend({ env: { DATABASE_POOL_SIZE: '4', DATABASE_WAIT_SECONDS: '1' } });
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
  expect(await callRoute(coinList, page)).toMatchObject({ status: 503, code: 503, data: null });
  clearCache();
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, database: false, chains: {} }]);
  expect(live().status).toBe(200);

  await startServer(user, { data, log: path.join(backend.dir, 'postgres.log') }, port);
  await until(isReady, 'readiness after the restart');
  expect(await callRoute(coinList, page)).toMatchObject({ code: 200 });
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
