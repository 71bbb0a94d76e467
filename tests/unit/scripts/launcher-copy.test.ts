/** @jest-environment node */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { startPostgres, stopLeftPostgres } from '@/scripts/launcher/database/postgres';
import { refuseSecondStart } from '@/scripts/launcher/launcher-lock';
import { BuildUsers } from '@/server/build/build-users';
import { isAlive } from '@/server/process/process';
import { readRecord, writeRecord } from '@/server/process/process-record';
import { stopLeftSite } from '@/server/process/site';
import { chainPlans } from '../../support/chain-plans';

let dir: string;
let original: string;
let copy: string;
let process1: ChildProcess;

/** Starts a process that another launcher would mistake for both a launcher and Next.js. */
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [
    ...['-e', 'setInterval(() => undefined, 1000)'],
    ...['scripts/start.ts', 'next-server'],
  ]);
  await once(child, 'spawn');
  return child;
}
const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('the process did not start');
  return pid;
};

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-copy-'));
  [original, copy] = [path.join(dir, 'original'), path.join(dir, 'copy')];
  await mkdir(original);
  process1 = await startProcess();
});
afterEach(async () => {
  for (const folder of [original, copy]) {
    await stopLeftChains(folder);
    await stopLeftPostgres(folder);
  }
  const exit = once(process1, 'exit');
  process1.kill('SIGKILL');
  await exit;
  await rm(dir, { recursive: true, force: true });
});

/** Copies the folder as `cp -r` does, with the current user as owner. */
const copyFolder = () => cp(original, copy, { recursive: true, preserveTimestamps: true });

test('OPS-1 a record belongs to the folder it was written in, even under another path to that folder', async () => {
  const record = { pid: pidOf(process1), port: 3000 };
  writeRecord(path.join(original, 'site.json'), record);
  await copyFolder();
  expect(await readRecord(path.join(original, 'site.json'))).toMatchObject(record);
  expect(await readRecord(path.join(dir, 'copy', '..', 'original', 'site.json'))).toMatchObject(record);
  expect(await readRecord(path.join(copy, 'site.json'))).toBeUndefined();
});

test('OPS-1 a copied data folder starts beside the original without stopping its site', async () => {
  for (const name of ['launcher.json', 'site.json'])
    writeRecord(path.join(original, name), { pid: pidOf(process1), port: 3000 });
  await copyFolder();
  await refuseSecondStart(copy);
  await stopLeftSite(path.join(copy, 'site.json'));
  expect(isAlive(pidOf(process1))).toBe(true);
});

test('OPS-4 a copied build is served by no instance and may be rebuilt', async () => {
  const users = new BuildUsers(path.join(original, '.next'));
  await users.takeTurn(3000);
  await users.join(3000);
  await copyFolder();
  const copied = new BuildUsers(path.join(copy, '.next'));
  // This process holds the lock of the original, but the lock of the copy is free.
  await copied.takeTurn(3001);
  await copied.refuseNewBuild();
  await copied.join(3001);
});

test('OPS-1 a copied database runs beside the original with the data of the original', async () => {
  const first = await startPostgres(original);
  const run = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await run(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  await run(first.url, 'CHECKPOINT');
  await copyFolder();
  const second = await startPostgres(copy);
  expect(second.reused).toBe(false);
  expect(second.url).not.toBe(first.url);
  expect(await run(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  await run(second.url, 'DROP TABLE kept');
  expect(await run(first.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test('OPS-1 a copied chain runs beside the original on its own port', async () => {
  const plans = [chainPlans[0]];
  const [first] = await startChains(original, { plans });
  await copyFolder();
  const [second] = await startChains(copy, { plans });
  if (!first || !second) throw new Error('no chain');
  expect(second).toMatchObject({ reused: false });
  expect(second.rpcUrl).not.toBe(first.rpcUrl);
  await second.client.mine({ blocks: 2 });
  expect(await first.client.getBlockNumber()).toBe(0n);
});
