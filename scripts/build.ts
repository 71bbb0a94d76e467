import { buildSite } from './local/build';
import { projectRoot, readSettings } from './local/settings';
import { PREFERRED_PORT, siteOrigins } from './local/site';

const settings = readSettings('start');
const {
  NEXT_DIST_DIR: distDir,
  DATA_DIR: dataDir,
  CHAINS_FILE,
  EMBED_ORIGINS,
  PORT = PREFERRED_PORT,
} = settings;
const [origin] = siteOrigins(settings, PORT);
const built = await buildSite({
  root: projectRoot,
  distDir,
  demoWallet: CHAINS_FILE === undefined,
  origin,
  embedOrigins: EMBED_ORIGINS,
  except: [dataDir],
});
if (!built) console.log('The build is up to date.');
