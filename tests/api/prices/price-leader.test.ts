import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Queryable } from '@/lib/server/db/database';
import { Leader } from '@/lib/server/db/leader';
import { startPrices, stopPrices } from '@/lib/server/prices/service';
import { childEnv } from '@/lib/settings/process-env';
import { type Backend, startBackend } from '../../support/api-backend';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
const children: ChildProcess[] = [];

beforeAll(async () => {
  backend = await startBackend({ pools: true });
  await stopPrices();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
});
afterAll(() => backend.stop());

async function instance(): Promise<ChildProcess> {
  const root = path.resolve(__dirname, '../../..');
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', path.join(root, 'tests/support/price-instance.ts')],
    { cwd: root, env: childEnv({}), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`an instance ended with ${code} before it had started`);
  });
  await Promise.race([once(child.stdout, 'data'), gone]);
  return child;
}

/** Returns the process IDs of the database connections that hold the leader lock. */
const holders = () =>
  queryDatabase<{ pid: number }>(
    backend,
    "select pid from pg_locks where locktype = 'advisory' and granted and objid = 7433906",
  );
const forget = () => queryDatabase(backend, 'delete from prices');
const arePricesWritten = () =>
  until(
    async () => (await queryDatabase(backend, 'select from prices')).length === 5,
    'prices of five coins',
  );

test('OPS-4 one of several instances reads the prices; if it is killed, another takes over', async () => {
  const first = await instance();
  await arePricesWritten();
  await Promise.all([instance(), instance()]);
  expect(await holders()).toHaveLength(1);
  const [before] = await holders();
  const exit = once(first, 'exit');
  first.kill('SIGKILL');
  await exit;
  await until(async () => {
    const now = await holders();
    return now.length === 1 && now[0]?.pid !== before?.pid;
  }, 'another leader');
  await forget();
  await arePricesWritten();
});

test('OPS-4 an instance that stops releases the lock at once, and one that is cut off writes no more', async () => {
  const writers: Queryable[] = [];
  const leaders = [1, 2].map(
    () =>
      new Leader({
        lock: 7_433_906n,
        work: 'a test',
        makeTask: (db) => ({ start: () => writers.push(db), stop: async () => undefined }),
      }),
  );
  for (const leader of leaders) leader.start();
  await until(async () => writers.length === 1, 'a leader');
  const [holder] = await holders();
  await queryDatabase(backend, 'select pg_terminate_backend($1)', [holder?.pid]);
  await until(async () => writers.length === 2, 'the next leader');
  await expect(writers[0]?.execute('select 1')).rejects.toThrow();
  await Promise.all(leaders.map((leader) => leader.stop()));
  expect(await holders()).toEqual([]);
});

test('OPS-4 starting twice leaves one leader', async () => {
  await Promise.all([startPrices(), startPrices()]);
  await startPrices();
  await forget();
  await arePricesWritten();
  await stopPrices();
});
