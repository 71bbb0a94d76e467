import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ChainsFile, readChainsFile } from '@/lib/evm/chains-file';

/** The address of the database of a site that runs, as its launcher put it down. Throws where none was started there. */
export async function databaseIn(dataDir: string): Promise<string> {
  const [password, pidFile] = await Promise.all([
    readFile(path.join(dataDir, 'postgres.password'), 'utf8'),
    readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
  ]);
  return `postgresql://tidewell:${password.trim()}@127.0.0.1:${pidFile.split('\n')[3]}/tidewell`;
}

/** The local chains of a site that runs, with what its launcher deployed. Throws where none was started there. */
export const chainsIn = (dataDir: string): Promise<ChainsFile> =>
  readChainsFile(path.join(dataDir, 'chains.json'));
