import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

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
