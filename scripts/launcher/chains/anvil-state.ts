import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../error-code';
import { readIfThere } from '../file';

const stateFile = (dir: string) => path.join(dir, 'state.json');
const goodFile = (dir: string) => path.join(dir, 'state.good.json');

async function isWhole(file: string): Promise<boolean> {
  const text = await readIfThere(file);
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Cut off: anvil writes in place, so a kill in the middle leaves half a file.
    return false;
  }
}

/** Keeps a copy of the state that anvil took or wrote, unless it is just writing it. */
export async function keepGoodState(dir: string): Promise<void> {
  // The copy is what is checked: the original may change between check and copy.
  const copy = `${goodFile(dir)}.part`;
  try {
    await copyFile(stateFile(dir), copy);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (await isWhole(copy)) await rename(copy, goodFile(dir));
  else await rm(copy, { force: true });
}

/**
 * Makes `dir` ready for anvil and answers the path of its state: as written last, else the last good copy, else none
 * (a chain from its first block). Corrupt state never blocks a start.
 */
export async function prepareState(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const file = stateFile(dir);
  if (!(await isWhole(file))) {
    await rm(file, { force: true });
    if (await isWhole(goodFile(dir))) await copyFile(goodFile(dir), file);
  }
  return file;
}

/** Sets aside a state that anvil refuses: the good copy is next, and a chain from its first block after that. */
export async function setStateAside(dir: string): Promise<void> {
  const refused = stateFile(dir);
  const [text, good] = await Promise.all([readIfThere(refused), readIfThere(goodFile(dir))]);
  if (text === good) await rm(goodFile(dir), { force: true });
  await rename(refused, path.join(dir, 'state.refused.json'));
  if (text !== good && good !== undefined) await copyFile(goodFile(dir), refused);
}
