import 'server-only';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { readChainsFile } from '@/lib/evm/chains-file';
import { seedChains, seedSettings, seedTokenList } from '@/lib/server/seed/seed-lists';
import { databaseEnv } from '@/lib/settings/env';
import { clearCache } from '../cached';
import { ANNOUNCEMENTS_DIR, readAnnouncements } from '../seed/announcement-files';
import { seedArticles } from '../seed/seed-articles';
import { seedLists } from '../seed/seed-lists';
import journal from './migrations/meta/_journal.json';

/** Advisory lock key, which is the same in every instance. */
const BOOT_LOCK = 7_433_905;
/** A database that has just started on a busy machine may need long to accept the first connection. */
const BOOT_WAIT_MS = 60_000;
const OUTDATED =
  'the database was created by an unreleased version and cannot be upgraded: run npm run reset to delete the local data or, if you set DATABASE_URL, create an empty database';

/** @throws Error if the tables were created by another migration than the first one of this version. */
async function requireUpgradable(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  if (rowCount === 0) return;
  const { rows } = await client.query<{ first: string | null }>(
    'select min(created_at) as first from drizzle.__drizzle_migrations',
  );
  const first = rows[0]?.first ?? null;
  if (first !== null && Number(first) !== journal.entries[0]?.when) throw new Error(OUTDATED);
}

/**
 * Migrates the database to this version's schema and seeds it from the operator's files. Instances that boot at the
 * same time take turns by holding an advisory lock on a separate connection.
 * @throws if the database or a file is invalid, or if an unreleased version created the database.
 */
export async function migrateAndSeed(): Promise<void> {
  const { DATABASE_URL, CHAINS_FILE } = databaseEnv();
  const file = await readChainsFile(CHAINS_FILE);
  const announcements = await readAnnouncements(ANNOUNCEMENTS_DIR);
  const client = new Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: BOOT_WAIT_MS });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [BOOT_LOCK]);
    await requireUpgradable(client);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder: path.join(process.cwd(), 'lib/server/db/migrations') });
    await db.transaction(async (transaction) => {
      await seedLists(transaction);
      await seedSettings(transaction);
      await seedChains(transaction, file);
      await seedArticles(transaction, announcements);
      await seedTokenList(transaction, file);
    });
    clearCache();
  } finally {
    await client.end();
  }
}
