import path from 'node:path';
import { childEnv } from '@/lib/settings/process-env';

/**
 * A folder of public test vectors, which are no part of the repository: below VECTORS_DIR, or beside the repository. It
 * need not exist.
 */
export const vectorsFolder = (name: string) =>
  path.join(childEnv({}).VECTORS_DIR ?? path.join(process.cwd(), '../shared/vectors'), name);
