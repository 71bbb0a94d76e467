import path from 'node:path';
import { apiHostsOf } from '@/lib/settings/env';
import { buildSite } from '@/server/build/build';
import { BuildUsers } from '@/server/build/build-users';
import { PREFERRED_PORT, siteOrigins } from '@/server/process/site';
import { dappsFileOf, projectRoot, readSettings } from './launcher/settings';

const settings = readSettings('start');
const {
  NEXT_DIST_DIR: distDir,
  DATA_DIR: dataDir,
  CHAINS_FILE,
  API_ORIGIN,
  EMBED_ORIGINS,
  WEBSITE_FILE: websiteFile,
  PORT = PREFERRED_PORT,
} = settings;
const demoWallet = CHAINS_FILE === undefined && API_ORIGIN === undefined;
const [origin] = siteOrigins(settings, PORT);
const users = new BuildUsers(path.resolve(projectRoot, distDir));
try {
  await users.takeTurn(PORT);
  const built = await buildSite({
    root: projectRoot,
    distDir,
    demoWallet,
    origin,
    embedOrigins: EMBED_ORIGINS,
    websiteFile,
    dappsFile: dappsFileOf(settings, demoWallet),
    apiHosts: apiHostsOf(settings),
    except: [dataDir],
    beforeBuild: () => users.refuseNewBuild(),
    isVerbose: true,
  });
  if (!built) console.log('The build is up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  users.endTurn();
}
