import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { childEnv } from '@/lib/settings/process-env';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import type { Way } from './rehearse';

const run = promisify(execFile);
/** Attributes of files that a copy must keep, because PostgreSQL checks the mode of its folder. */
const COPY = { recursive: true, preserveTimestamps: true } as const;

/** Files of a data folder that a copy needs. Without its password, a copied database can't be opened. */
const DATA = ['postgres', 'postgres.password', 'uploads'] as const;

async function copyAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of DATA) await cp(path.join(from, name), path.join(to, name), COPY);
}

/** Copies the files of the launcher's private PostgreSQL while it is stopped. It has no pg_dump of its own. */
export async function copyFiles(): Promise<Way> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'tidewell-rehearsal-'));
  const [data, backup] = [path.join(root, 'data'), path.join(root, 'backup')];
  let postgres = await startPostgres(data);
  let isRunning = true;
  const stop = async (options?: { force: boolean }) => {
    if (isRunning) await postgres.stop(options);
    isRunning = false;
  };
  const start = async () => {
    postgres = await startPostgres(data);
    isRunning = true;
  };
  return {
    name: 'copy of the stopped private PostgreSQL',
    pictures: path.join(data, 'uploads'),
    url: () => postgres.url,
    backUp: async () => {
      await stop();
      await copyAll(data, backup);
      await start();
    },
    destroy: async () => {
      await stop();
      await rm(data, { recursive: true });
    },
    restore: async () => {
      await copyAll(backup, data);
      await start();
    },
    cleanUp: async () => {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Runs a program of PostgreSQL. The password is in its environment, because `ps` shows arguments. */
async function runTool(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = childEnv(password ? { PGPASSWORD: password } : {});
  await run(program, ['--no-owner', `--dbname=${address.href}`, ...args], { env });
}

async function onServer<Result>(server: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Returns why pg_dump can't dump a server, or null if it can. */
async function refusalOf(server: string): Promise<string | null> {
  const major = await onServer(server, async (client) => {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    return rows[0]?.major ?? 0;
  });
  const version = await run('pg_dump', ['--version'], { env: childEnv({}) }).then(
    ({ stdout }) => Number(/ (\d+)/.exec(stdout)?.[1]),
    () => null,
  );
  if (version === null) return 'pg_dump is not installed';
  return version < major ? `pg_dump ${version} cannot dump PostgreSQL ${major}` : null;
}

/**
 * Dumps a database with pg_dump while the server runs, and restores it into a new database. `server` is a connection URL
 * of a role that may create databases. Touches only the two databases that it creates.
 * @throws if pg_dump isn't installed or older than the server.
 */
export async function dumpAndRestore(server: string): Promise<Way> {
  const refusal = await refusalOf(server);
  if (refusal) throw new Error(refusal);
  const root = await mkdtemp(path.join(os.tmpdir(), 'tidewell-rehearsal-'));
  const names = [1, 2].map((part) => `tidewell_rehearsal_${randomBytes(6).toString('hex')}_${part}`);
  const [first = '', second = ''] = names;
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const [pictures, dump, saved] = ['uploads', 'tidewell.dump', 'saved'].map((name) => path.join(root, name));
  if (!pictures || !dump || !saved) throw new Error('a path is missing');
  const create = (name: string) =>
    onServer(server, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  await create(first);
  let current = first;
  return {
    name: 'pg_dump and pg_restore',
    pictures,
    url: () => urlOf(current),
    backUp: async () => {
      await runTool('pg_dump', urlOf(first), ['--format=custom', `--file=${dump}`]);
      await cp(pictures, saved, COPY);
    },
    destroy: async () => {
      await onServer(server, (client) => client.query(`drop database ${first}`));
      await rm(pictures, { recursive: true });
    },
    restore: async () => {
      await create(second);
      current = second;
      await runTool('pg_restore', urlOf(second), ['--exit-on-error', dump]);
      await cp(saved, pictures, COPY);
    },
    cleanUp: async () => {
      await onServer(server, async (client) => {
        for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
      });
      await rm(root, { recursive: true, force: true });
    },
  };
}
