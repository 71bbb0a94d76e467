import { existsSync } from 'node:fs';
import path from 'node:path';
import { stopLeftChains } from './local/anvil';
import { removeDataDir } from './local/data-dir';
import { refuseSecondStart } from './local/launcher-lock';
import { stopLeftPostgres } from './local/postgres';
import { readSettings } from './local/settings';
import { stopLeftSite } from './local/site';

try {
  const { DATA_DIR: dataDir } = readSettings('start');
  if (existsSync(dataDir)) {
    await refuseSecondStart(dataDir);
    await stopLeftSite(path.join(dataDir, 'site.json'));
    await stopLeftPostgres(dataDir);
    await stopLeftChains(dataDir);
    await removeDataDir(dataDir);
  }
  console.log(`Nothing is left in ${dataDir}: the next start begins anew.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
