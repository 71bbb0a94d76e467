import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './file';
import { isAlive, isOurs, waitUntil } from './process';
import { readRecord, removeRecord, writeRecord } from './process-record';

const lockFile = (dataDir: string) => path.join(dataDir, 'launcher.json');
const SCRIPT = 'scripts/';

/**
 * If another process is using the data folder, waits in case that process is shutting down, and throws if it doesn't
 * end in time.
 */
export async function refuseSecondStart(dataDir: string): Promise<void> {
  const other = await readRecord(lockFile(dataDir));
  if (!other || other.pid === process.pid || !(await isOurs(other.pid, SCRIPT))) return;
  console.log(`Process ${other.pid} already runs on ${dataDir}; waiting in case it is about to end …`);
  await waitUntil(() => !isAlive(other.pid), {
    timeoutMs: 15_000,
    message: `Tidewell already runs on ${dataDir} (process ${other.pid}, port ${other.port}): stop it first, or set another DATA_DIR and PORT`,
  });
}

export const takeLock = (dataDir: string, port: number) =>
  writeRecord(lockFile(dataDir), { pid: process.pid, port });

export const releaseLock = (dataDir: string) => removeRecord(lockFile(dataDir));

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
