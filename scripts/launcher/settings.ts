import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import nextEnv from '@next/env';
import { type ChainsFile, readChainsFile } from '@/lib/evm/chains-file';
import { launcherEnv } from '@/lib/settings/env';
import { readIfThere, writeWhole } from './file';

/** Repository root. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Settings of a start, .env files included, as Next reads them; paths absolute. Throws a SettingError. */
export function readSettings(mode: 'start' | 'dev') {
  nextEnv.loadEnvConfig(projectRoot, mode === 'dev', { info: () => undefined, error: console.error });
  const settings = launcherEnv();
  const resolve = (file: string) => path.resolve(projectRoot, file);
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    CHAINS_FILE: settings.CHAINS_FILE && resolve(settings.CHAINS_FILE),
  };
}

const marker = (dir: string) => path.join(dir, '.tidewell');

/** Makes the data folder. A folder that was empty gets a mark, so that a reset knows that everything in it is ours. */
export async function prepareDataDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  if ((await readdir(dir)).length === 0)
    await writeWhole(marker(dir), 'Data of a local Tidewell. `npm run reset` removes this folder.\n');
}

/** Removes the data folder. Throws where it was not empty before us: it may hold what is not ours. */
export async function removeDataDir(dir: string): Promise<void> {
  if ((await readIfThere(marker(dir))) === undefined)
    throw new Error(`${dir} was not made by npm start: remove it yourself`);
  await rm(dir, { recursive: true, force: true });
}

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
