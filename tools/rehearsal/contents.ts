import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';

/** What a database and its pictures contain: a digest of each table, the schema, and the folder, by name. */
export type Contents = { rows: number; parts: ReadonlyMap<string, string> };

/** Definitions that a restore must bring back. Owners aren't compared, because a dump is restored without them. */
const SCHEMA = `
  select 'column', table_name || '.' || column_name, ordinal_position || data_type || is_nullable || coalesce(column_default, '')
    from information_schema.columns where table_schema in ('public', 'drizzle')
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'label', enumtypid::regtype::text, enumlabel from pg_enum
  union all select 'sequence', sequencename, coalesce(last_value::text, '') from pg_sequences where schemaname = 'public'`;

const digestOf = (query: string) => `
  select count(*)::int as rows, coalesce(md5(string_agg(digest, '' order by digest)), '') as digest
  from (select md5(line::text) as digest from (${query}) line) digests`;

async function digestOfFolder(folder: string): Promise<string> {
  const files = (await readdir(folder)).sort();
  const hashes = files.map(async (file) => {
    const content = await readFile(path.join(folder, file));
    return `${file} ${createHash('sha256').update(content).digest('hex')}`;
  });
  return `${files.length} files ${createHash('sha256')
    .update((await Promise.all(hashes)).join('\n'))
    .digest('hex')}`;
}

/**
 * Reads all rows of a database, and all files of a folder. The order of rows doesn't matter.
 * @throws if a table is empty, because the rehearsal would prove nothing about it.
 */
export async function readContents(client: Client, folder: string): Promise<Contents> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  );
  const parts = new Map<string, string>();
  let total = 0;
  const read = async (name: string, query: string) => {
    const { rows } = await client.query<{ rows: number; digest: string }>(digestOf(query));
    const { rows: count = 0, digest = '' } = rows[0] ?? {};
    if (count === 0) throw new Error(`${name} has no rows: add some to tools/rehearsal/sample-data.ts`);
    parts.set(name, `${count} rows ${digest}`);
    return count;
  };
  for (const { name } of tables) total += await read(name, `select * from ${name}`);
  await read('the schema', SCHEMA);
  parts.set('the pictures', await digestOfFolder(folder));
  return { rows: total, parts };
}

/** Returns the names of the parts that differ. */
export const differences = (before: Contents, after: Contents): string[] =>
  [...new Set([...before.parts.keys(), ...after.parts.keys()])].filter(
    (name) => before.parts.get(name) !== after.parts.get(name),
  );
