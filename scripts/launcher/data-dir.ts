import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeWhole } from './file';

const marker = (dir: string) => path.join(dir, '.tidewell');

/** Makes the data folder. A folder that was empty gets a mark, so that a reset knows that everything in it is ours. */
export async function prepareDataDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  if ((await readdir(dir)).length === 0)
    await writeWhole(marker(dir), 'Data of a local Tidewell. `npm run reset` removes this folder.\n');
}

/** Removes the data folder. Throws where it was not empty before us: it may hold what is not ours. */
export async function removeDataDir(dir: string): Promise<void> {
  if ((await readIfThere(marker(dir))) === undefined)
    throw new Error(`${dir} was not made by npm start: remove it yourself`);
  await rm(dir, { recursive: true, force: true });
}
