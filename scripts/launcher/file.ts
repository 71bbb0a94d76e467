import { readFile, rename, writeFile } from 'node:fs/promises';
import { errorCode } from './error-code';

/** Text of a file; `undefined` where it does not exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a whole file or nothing: a reader never sees half of it, even if this process is killed. */
export async function writeWhole(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const half = `${file}.${process.pid}.part`;
  await writeFile(half, content, { mode, flush: true });
  await rename(half, file);
}
