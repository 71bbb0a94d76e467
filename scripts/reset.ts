import { existsSync } from 'node:fs';
import path from 'node:path';
import { stopLeftSite } from '@/server/process/site';
import { stopLeftChains } from './launcher/chains/anvil';
import { stopLeftPostgres } from './launcher/database/postgres';
import { refuseSecondStart } from './launcher/launcher-lock';
import { readSettings, removeDataDir } from './launcher/settings';

try {
  const { DATA_DIR: dataDir } = readSettings('start');
  if (existsSync(dataDir)) {
    await refuseSecondStart(dataDir);
    await stopLeftSite(path.join(dataDir, 'site.json'));
    await stopLeftPostgres(dataDir);
    await stopLeftChains(dataDir);
    await removeDataDir(dataDir);
  }
  console.log(`No local data in ${dataDir}. The next start begins from scratch.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
