/** @jest-environment node */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BuildUsers } from '@/server/build/build-users';
import { createWhole, removeIfStill } from '@/server/process/file';

let dir: string;
let dist: string;
let other: ChildProcess;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-users-'));
  dist = path.join(dir, '.next');
  await mkdir(path.join(dir, '.next-instances'));
  // Start a process that looks like a launcher: it is alive and has one of our scripts in its command line.
  other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', 'scripts/start.ts']);
  await once(other, 'spawn');
});
afterEach(async () => {
  if (other.exitCode === null && other.signalCode === null) {
    const exit = once(other, 'exit');
    other.kill('SIGKILL');
    await exit;
  }
  await rm(dir, { recursive: true, force: true });
});

const note = async (file: string, content: object) => {
  const folder = path.join(dir, '.next-instances');
  await writeFile(path.join(folder, file), JSON.stringify({ ...content, folder: await realpath(folder) }));
};
const noteOther = () => note(`${other.pid}.json`, { pid: other.pid, port: 3001 });

test('OPS-4 instances share a build, regardless of the chains and origins of each', async () => {
  await noteOther();
  await new BuildUsers(dist).join(3000);
  expect(await readdir(path.join(dir, '.next-instances'))).toEqual(
    [`${process.pid}.json`, `${other.pid}.json`].sort(),
  );
});

test('OPS-4 a build that another instance serves is not rebuilt', async () => {
  await noteOther();
  const users = new BuildUsers(dist);
  await expect(users.refuseNewBuild()).rejects.toThrow(/set another NEXT_DIST_DIR$/);
  const exit = once(other, 'exit');
  other.kill('SIGKILL');
  await exit;
  // A killed process leaves its record behind, which must not block a new build.
  await users.refuseNewBuild();
  expect(await readdir(path.join(dir, '.next-instances'))).toEqual([]);
});

test('OPS-4 starts prepare a build one at a time, and a killed start does not block the next', async () => {
  await note('lock.json', { pid: other.pid, port: 3001 });
  const users = new BuildUsers(dist);
  const abort = new AbortController();
  const waiting = users.takeTurn(3000, abort.signal);
  const exit = once(other, 'exit');
  other.kill('SIGKILL');
  await exit;
  await waiting;
  const second = new BuildUsers(dist).takeTurn(3002, abort.signal);
  abort.abort(new Error('stopped'));
  await expect(second).rejects.toThrow('stopped');
  users.leave();
  await new BuildUsers(dist).takeTurn(3003);
});

test('OPS-3 a build in a read-only folder is served, and not rebuilt', async () => {
  const folder = path.join(dir, '.next-instances');
  await chmod(dir, 0o755);
  await chmod(folder, 0o555);
  // root can write to any folder.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    const users = new BuildUsers(dist);
    await users.takeTurn(3000);
    await users.join(3000);
    await expect(users.refuseNewBuild()).rejects.toThrow(/isn't writable/);
    users.leave();
    expect(await readdir(folder)).toEqual([]);
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o755);
  }
});

test.each(['', '{', '{"pid":"x"}'])('OPS-4 a corrupt record (%j) does not block a start', async (text) => {
  await writeFile(path.join(dir, '.next-instances', 'lock.json'), text);
  await writeFile(path.join(dir, '.next-instances', '123.json'), text);
  const users = new BuildUsers(dist);
  await users.takeTurn(3000);
  await users.refuseNewBuild();
});

/** @jest-environment node */

let lockDir: string;
let file: string;
beforeEach(async () => {
  lockDir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-exclusive-'));
  file = path.join(lockDir, 'lock.json');
});
afterEach(() => rm(lockDir, { recursive: true, force: true }));

const inTurns = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('OPS-4 only one of many concurrent attempts to create a file succeeds, and its content is complete', async () => {
  const made = await inTurns(16, (index) => createWhole(file, `holder ${index}`));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await readFile(file, 'utf8')).toBe(`holder ${made.indexOf(true)}`);
  expect(await readdir(lockDir)).toEqual(['lock.json']);
});

test('OPS-4 a file that was created again since it was read is not removed', async () => {
  await writeFile(file, 'fresh');
  await removeIfStill(file, 'stale');
  expect(await readFile(file, 'utf8')).toBe('fresh');
  await inTurns(8, () => removeIfStill(file, 'fresh'));
  expect(await readdir(lockDir)).toEqual([]);
});
