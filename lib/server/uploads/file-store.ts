import 'server-only';
import path from 'node:path';
import { s3Settings, serverEnv } from '@/lib/settings/env';
import { diskStore } from './disk-store';
import { s3Store } from './s3-store';

/** Where uploaded files are kept. A file's name tells its content, so it never changes under its name. */
export interface FileStore {
  /** Keeps a file, whole or not at all. Keeping it again changes nothing. Throws ApiError 503 out of reach. */
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** The file, or null where there is none. Throws ApiError 503 out of reach. */
  get: (name: string) => Promise<Buffer | null>;
  /** Does nothing where there is none. Throws ApiError 503 out of reach. */
  remove: (name: string) => Promise<void>;
}

let store: FileStore | undefined;

/** The store that the settings name: S3, else a folder. */
export function fileStore(): FileStore {
  const { UPLOADS_DIR, DATA_DIR } = serverEnv();
  const s3 = s3Settings();
  store ??= s3
    ? s3Store(s3)
    : diskStore(
        path.resolve(
          /* turbopackIgnore: true */ process.cwd(),
          UPLOADS_DIR ?? path.join(DATA_DIR, 'uploads'),
        ),
      );
  return store;
}
