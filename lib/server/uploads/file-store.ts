import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { s3Settings, serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';

/**
 * Storage for uploaded files. A name always has the same content: it is derived from it, or its hash is in the database.
 */
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

/** Returns the folder of uploaded files. It is created with the first file. */
export function uploadsFolder(): string {
  const { UPLOADS_DIR, DATA_DIR } = serverEnv();
  return path.resolve(
    /* turbopackIgnore: true */ process.cwd(),
    UPLOADS_DIR ?? path.join(DATA_DIR, 'uploads'),
  );
}

async function spaceAt(folder: string): Promise<{ free: number; size: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    const parent = path.dirname(folder);
    if (!isMissing(error) || parent === folder) throw error;
    return spaceAt(parent);
  }
}

/**
 * Returns the bytes that uploads can still take, and the size of their file system. Returns null if this server stores
 * no files itself, because an S3 store or a back end does.
 */
export async function uploadsSpace(): Promise<{ free: number; size: number } | null> {
  return serverEnv().API_ORIGIN !== undefined || s3Settings() ? null : spaceAt(uploadsFolder());
}

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
        // The partial file may not exist, and a leftover one is harmless, so report only the write error.
        await Promise.allSettled([rm(half)]);
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
