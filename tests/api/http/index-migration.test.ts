import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { migrationsUpTo, startEmptyDatabase } from '../../support/migrations';

/**
 * The first and the last of the migrations in a row that only create indexes of tables that were there before, which an
 * operator can create in advance. Later ones follow migrations that create tables and so can't run twice.
 */
const [FIRST, LAST] = ['0013', '0013'];
const CREATE = /^CREATE (?:UNIQUE )?INDEX (IF NOT EXISTS )?/;

/** The migrations up to the last. */
let folder: string;
let database: Awaited<ReturnType<typeof startEmptyDatabase>>;

beforeAll(async () => {
  database = await startEmptyDatabase();
  folder = await migrationsUpTo(LAST, database.dir);
});
afterAll(() => database.stop());

/** The statements that create an index in migrations from `FIRST` on. */
async function newIndexes(): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.sql') && name >= FIRST && name.slice(0, LAST.length) <= LAST,
  );
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return files
    .flatMap((text) => text.split('--> statement-breakpoint'))
    .map((statement) => statement.trim())
    .filter((statement) => CREATE.test(statement));
}

test('OPS-4 an operator can create the indexes of an upgrade in advance, without blocking writes', async () => {
  const { client } = database;
  const db = drizzle(client);
  await migrate(db, { migrationsFolder: folder });
  const indexes = await newIndexes();
  expect(indexes.length).toBeGreaterThan(0);
  const read = async () =>
    (await client.query('select indexname, indexdef from pg_indexes order by 1')).rows as unknown[];
  const migrated = await read();

  // The database of an older version: without the indexes, and without the record of their migrations.
  for (const statement of indexes) {
    const [, name] = /"(\w+)"/.exec(statement) ?? [];
    await client.query(`drop index "${name}"`);
  }
  await client.query('delete from drizzle.__drizzle_migrations where id > $1', [Number(FIRST)]);
  for (const statement of indexes) {
    expect(statement).toContain('IF NOT EXISTS');
    await client.query(statement.replace(/ INDEX /, ' INDEX CONCURRENTLY '));
  }
  await migrate(db, { migrationsFolder: folder });
  expect(await read()).toEqual(migrated);
});
