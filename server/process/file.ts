import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** Returns an error's system code (such as `ENOENT`). Supports errors from another realm, unlike `instanceof`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns a file's contents, or `undefined` if the file doesn't exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file atomically. */
export async function writeWhole(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const half = `${file}.${process.pid}.part`;
  await writeFile(half, content, { mode, flush: true });
  await rename(half, file);
}

/**
 * Creates a file atomically with all of its content, unless the file already exists. Returns true if it created the
 * file.
 */
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

/** Removes a file if it still contains `content`. Keeps a file that was replaced in the meantime. */
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
