import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../http/api-error';

/** Storage for uploaded files. A file's name is derived from its content, so its content never changes. */
export interface FileStore {
  /** Stores a file atomically. Storing it again changes nothing. @throws ApiError 503 if the store is unreachable. */
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Returns the file, or null if there is none. @throws ApiError 503 if the store is unreachable. */
  get: (name: string) => Promise<Buffer | null>;
  /** Removes the file, if it exists. @throws ApiError 503 if the store is unreachable. */
  remove: (name: string) => Promise<void>;
}

/** Returns the error for a store that can't be used. Its cause is only logged. */
export const storeUnreachable = (cause: unknown) => new ApiError(503, 'storageUnreachable', null, { cause });

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Stores files in a folder, which is created with the first file. Several instances may share the folder. */
export function diskStore(folder: string): FileStore {
  const fileOf = (name: string) => path.join(/* turbopackIgnore: true */ folder, name);
  return {
    put: async (name, bytes) => {
      const half = `${fileOf(name)}.${randomUUID()}.part`;
      try {
        await mkdir(folder, { recursive: true });
        // The file is renamed once it's complete and synced to disk, so that no reader sees a partial file, even after
        // a power failure.
        await writeFile(half, bytes, { flush: true });
        await rename(half, fileOf(name));
      } catch (error) {
        // A leftover partial file is harmless, so only the write error is reported.
        await Promise.allSettled([rm(half, { force: true })]);
        throw storeUnreachable(error);
      }
    },
    get: async (name) => {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw storeUnreachable(error);
      }
    },
    remove: async (name) => {
      try {
        await rm(fileOf(name), { force: true });
      } catch (error) {
        throw storeUnreachable(error);
      }
    },
  };
}
