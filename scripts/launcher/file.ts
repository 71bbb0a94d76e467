import { readFile, rename, writeFile } from 'node:fs/promises';

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
