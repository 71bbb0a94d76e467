import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the process IDs of the PostgreSQL in the data folder `dir`: its parent process, and all connections. Linux only. */
export async function postgresPids(dir: string): Promise<number[]> {
  const [line = ''] = (await readFile(path.join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const parent = Number(line);
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return [parent, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
}

/** Freezes processes, and returns how to continue them. Skips those that have ended in the meantime. */
export function freeze(pids: readonly number[]): () => Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
  };
  send('SIGSTOP');
  return async () => send('SIGCONT');
}
