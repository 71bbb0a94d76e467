import path from 'node:path';
import { isAlive, isOurs, waitUntil } from './process';
import { readRecord, removeRecord, writeRecord } from './process-record';

const lockFile = (dataDir: string) => path.join(dataDir, 'launcher.json');
const SCRIPT = 'scripts/';

/**
 * Keeps a second start off the same data. A start whose npm was killed needs a moment to end, which is waited for.
 * Throws an Error that names the process.
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
