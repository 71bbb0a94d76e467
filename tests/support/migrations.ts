import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { startPostgres } from '@/scripts/launcher/database/postgres';

export const MIGRATIONS = path.join(process.cwd(), 'lib/server/db/migrations');
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Copies the migrations up to the one with the number `last` into a folder, and returns the folder. */
export async function migrationsUpTo(last: string, dir: string): Promise<string> {
  const folder = path.join(dir, `migrations-${last}`);
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = journalSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const entries = journal.entries.filter(({ tag }) => tag.slice(0, last.length) <= last);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** Starts an empty PostgreSQL in a folder of its own. */
export async function startEmptyDatabase() {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-migrations-'));
  const postgres = await startPostgres(dir);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const stop = async () => {
    await client.end();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { dir, client, stop };
}
