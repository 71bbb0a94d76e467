import { AsyncResource } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { Pool, type PoolClient } from 'pg';
import { database, inTransaction, poolState } from '@/lib/server/db/database';
import { type Backend, startBackend } from '../../support/api-backend';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

test('OPS-4 a connection lost between two queries of a transaction fails only that transaction', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  // Bound here, because these queries are the test's own: the site's may not wait for a connection in a transaction.
  const endConnection = AsyncResource.bind(async (pid: number | undefined) => {
    await queryDatabase(backend, 'select pg_terminate_backend($1)', [pid]);
    await until(
      async () =>
        (await queryDatabase(backend, 'select from pg_stat_activity where pid = $1', [pid])).length === 0,
      'the end of the connection',
    );
  });
  const lost = inTransaction('account', async (transaction) => {
    const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await endConnection(rows[0]?.pid);
    await transaction.execute(sql`select 1`);
  });
  await expect(lost).rejects.toThrow();
  expect((await database('account').execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
});

test('OPS-4 a connection lost before a transaction begins does not shrink the pool', async () => {
  const connect = jest.spyOn(Pool.prototype, 'connect');
  connect.mockImplementationOnce(async function (this: Pool): Promise<PoolClient> {
    const client = await this.connect();
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    return client;
  } as () => Promise<PoolClient>);
  await expect(
    inTransaction('account', (transaction) => transaction.execute(sql`select 1`)),
  ).rejects.toThrow();
  connect.mockRestore();
  await until(async () => {
    const { total, idle, waiting } = poolState();
    return total === idle && waiting === 0;
  }, 'a pool that lends nothing out');
});
