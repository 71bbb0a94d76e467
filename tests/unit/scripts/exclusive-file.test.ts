/** @jest-environment node */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createWhole, removeIfStill } from '../../../scripts/launcher/launcher-lock';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-exclusive-'));
  file = path.join(dir, 'lock.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const inTurns = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('OPS-4 of many who make a file at once, one does, and its content is whole', async () => {
  const made = await inTurns(16, (index) => createWhole(file, `holder ${index}`));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await readFile(file, 'utf8')).toBe(`holder ${made.indexOf(true)}`);
  expect(await readdir(dir)).toEqual(['lock.json']);
});

test('OPS-4 a file that was made anew since it was read is not removed', async () => {
  await writeFile(file, 'fresh');
  await removeIfStill(file, 'stale');
  expect(await readFile(file, 'utf8')).toBe('fresh');
  await inTurns(8, () => removeIfStill(file, 'fresh'));
  expect(await readdir(dir)).toEqual([]);
});
