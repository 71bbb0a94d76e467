import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { MIGRATIONS, migrationsUpTo, startEmptyDatabase } from '../../support/migrations';

let database: Awaited<ReturnType<typeof startEmptyDatabase>>;

beforeAll(async () => {
  database = await startEmptyDatabase();
});
afterAll(() => database.stop());

test('OPS-7 an upgrade counts existing accounts as signed in at its time, and skips indexes that exist', async () => {
  const { client, dir } = database;
  const db = drizzle(client);
  await migrate(db, { migrationsFolder: await migrationsUpTo('0019', dir) });
  await client.query(
    `insert into users (address, invite_code, created_at) values ('0x1', 'code1', '2020-01-01')`,
  );
  const sql = await readFile(path.join(MIGRATIONS, '0020_account_retention.sql'), 'utf8');
  const indexes = sql.match(/^CREATE INDEX IF NOT EXISTS [^;]+/gm) ?? [];
  expect(indexes).toHaveLength(2);
  for (const index of indexes) await client.query(index.replace(' INDEX ', ' INDEX CONCURRENTLY '));
  const { rows: before } = await client.query<{ now: Date }>('select now()');
  await migrate(db, { migrationsFolder: MIGRATIONS });
  const { rows } = await client.query<{ at: Date }>('select last_signed_in_at as at from users');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(before[0]?.now.getTime() ?? Number.NaN);
});
