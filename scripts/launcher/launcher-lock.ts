import path from 'node:path';
import { isAlive, isOurs, waitUntil } from '@/server/process/process';
import { readRecord, removeRecord, writeRecord } from '@/server/process/process-record';

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
