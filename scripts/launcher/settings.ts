import path from 'node:path';
import { fileURLToPath } from 'node:url';
import nextEnv from '@next/env';
import { launcherEnv } from '@/lib/settings/env';

/** Root of the repository. */
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
