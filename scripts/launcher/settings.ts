import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import nextEnv from '@next/env';
import { type ChainsFile, readChainsFile } from '@/lib/evm/chains-file';
import { launcherEnv } from '@/lib/settings/env';
import { takeSenderKeys } from '@/lib/settings/process-env';
import { readIfThere, writeWhole } from '@/server/process/file';

/** Repository root. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the launcher's settings, with absolute paths, from .env files and the environment. Takes the senders' keys out of
 * the environment.
 * @throws SettingError
 */
export function readSettings(mode: 'start' | 'dev') {
  nextEnv.loadEnvConfig(projectRoot, mode === 'dev', { info: () => undefined, error: console.error });
  const settings = launcherEnv();
  const senderKeys = takeSenderKeys();
  const resolve = (file: string) => path.resolve(projectRoot, file);
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    CHAINS_FILE: settings.CHAINS_FILE && resolve(settings.CHAINS_FILE),
    SENDER_KEYS_DIR: settings.SENDER_KEYS_DIR && resolve(settings.SENDER_KEYS_DIR),
    SENDER_KEYS: senderKeys,
  };
}

/**
 * Returns the list of DApps: the operator's, or that of the sample DApps if the local demo runs. Undefined for the project's own
 * list.
 */
export const dappsFileOf = ({ DAPPS_FILE }: { DAPPS_FILE?: string | undefined }, isDemo: boolean) =>
  DAPPS_FILE ?? (isDemo ? 'config/demo/dapps.json' : undefined);

const marker = (dir: string) => path.join(dir, '.tidewell');

/** Creates the data folder. A new or empty folder gets a marker file, so that a reset is allowed to delete it. */
export async function prepareDataDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  if ((await readdir(dir)).length === 0)
    await writeWhole(marker(dir), 'Data of a local Tidewell. `npm run reset` removes this folder.\n');
}

/** Removes the data folder. Throws if it has no marker file, because it may contain other files. */
export async function removeDataDir(dir: string): Promise<void> {
  if ((await readIfThere(marker(dir))) === undefined)
    throw new Error(`${dir} was not made by npm start: remove it yourself`);
  await rm(dir, { recursive: true, force: true });
}

/** Returns the database URL of a running site. Throws if no site was started in this folder. */
export async function databaseIn(dataDir: string): Promise<string> {
  const [password, pidFile] = await Promise.all([
    readFile(path.join(dataDir, 'postgres.password'), 'utf8'),
    readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
  ]);
  return `postgresql://tidewell:${password.trim()}@127.0.0.1:${pidFile.split('\n')[3]}/tidewell`;
}

/** Returns the local chains of a running site. Throws if no site was started in this folder. */
export const chainsIn = (dataDir: string): Promise<ChainsFile> =>
  readChainsFile(path.join(dataDir, 'chains.json'));
