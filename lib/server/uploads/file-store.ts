import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Storage of uploaded files. A file's name is derived from its content, which therefore never changes. */
export interface FileStore {
  /** Stores a file atomically. Storing it again changes nothing. @throws ApiError 503 if unreachable. */
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Returns the file, or null if there is none. @throws ApiError 503 if unreachable. */
  get: (name: string) => Promise<Buffer | null>;
  /** Does nothing if there is none. @throws ApiError 503 if unreachable. */
  remove: (name: string) => Promise<void>;
}

/** Files in a folder, which is created with the first one. Several instances may share it. */
export function diskStore(folder: string): FileStore {
  const fileOf = (name: string) => path.join(/* turbopackIgnore: true */ folder, name);
  return {
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true });
      const half = `${fileOf(name)}.${randomUUID()}.part`;
      try {
        // Renamed once it is complete and synced to disk, so that no reader sees a partial file, even after a power
        // failure.
        await writeFile(half, bytes, { flush: true });
        await rename(half, fileOf(name));
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}
