/** @jest-environment node */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type LocalPostgres, startPostgres, stopLeftPostgres } from '@/scripts/launcher/database/postgres';
import { keepPostgresRunning } from '@/scripts/launcher/local-services';
import { isAlive, waitUntil } from '@/server/process/process';

let dir: string;
let postgres: LocalPostgres;

async function query<Row>({ url }: Pick<LocalPostgres, 'url'>, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => path.join(dir, 'postgres', 'postmaster.pid');
const serverPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
const gone = (pid: number) =>
  waitUntil(() => !isAlive(pid), { timeoutMs: 10_000, message: `process ${pid} still runs` });

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-postgres-'));
  postgres = await startPostgres(dir);
  await query(postgres, 'CREATE TABLE kept AS SELECT 7 AS number');
});
afterAll(async () => {
  await stopLeftPostgres(dir);
  await rm(dir, { recursive: true, force: true });
});

test('OPS-1 a private server listens only on loopback and requires its password', async () => {
  expect(await query(postgres, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect((await stat(path.join(dir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  const url = new URL(postgres.url);
  url.password = 'guessed';
  await expect(query({ ...postgres, url: url.href }, 'SELECT 1')).rejects.toThrow(/password/);
});

test('OPS-1 reuses a server that is still running', async () => {
  const pid = await serverPid();
  const again = await startPostgres(dir);
  expect(again).toMatchObject({ reused: true, url: postgres.url });
  expect(await serverPid()).toBe(pid);
});

test('OPS-1 a killed server restarts with its data', async () => {
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  const again = await startPostgres(dir);
  expect(again.reused).toBe(false);
  expect(await query(again, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test('OPS-1 the launcher restarts a server that died, at the same address, and ends with a server that it stops', async () => {
  const lines = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const ready = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const kept = await keepPostgresRunning(dir);
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => ready.mock.calls.length > 0, { timeoutMs: 60_000, message: 'not restarted' });
  expect(ready).toHaveBeenCalledWith('The database is ready again.');
  expect(String(lines.mock.calls[0])).toMatch(/^The database ended unexpectedly \(see .*postgres\.log\)/);
  expect(await query(kept, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  expect(await serverPid()).not.toBe(pid);
  await kept.stop();
  expect(await kept.ended).toContain('postgres.log');
  jest.restoreAllMocks();
  postgres = await startPostgres(dir);
});

test("OPS-1 a stale PID file with another process's ID neither blocks the start nor harms that process", async () => {
  const running = await startPostgres(dir);
  const note = await readFile(pidFile(), 'utf8');
  await running.stop();
  await writeFile(pidFile(), note.replace(/^\d+/, String(process.ppid)));
  const again = await startPostgres(dir);
  expect(await query(again, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  expect(isAlive(process.ppid)).toBe(true);
});

test('OPS-3 a stop ends the server, and stopping again does nothing', async () => {
  const pid = await serverPid();
  const running = await startPostgres(dir);
  await running.stop();
  expect(isAlive(pid)).toBe(false);
  await stopLeftPostgres(dir);
});
