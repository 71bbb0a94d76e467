import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { errorCode } from './error-code';

/** Makes a file with all of its content at once, unless there is one (link of POSIX.1). Tells whether it did. */
export async function createWhole(file: string, content: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}.part`;
  await writeFile(own, content, { flush: true });
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes a file that still has this content: one that somebody made anew since it was read stays theirs. */
export async function removeIfStill(file: string, content: string): Promise<void> {
  const aside = `${file}.${randomUUID()}.aside`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const found = await readFile(aside, 'utf8');
  if (found !== content) await createWhole(file, found);
  await rm(aside, { force: true });
}
