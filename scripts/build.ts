import { buildSite } from './local/build';
import { projectRoot, readSettings } from './local/settings';

const { NEXT_DIST_DIR: distDir, DATA_DIR: dataDir, CHAINS_FILE, EMBED_ORIGINS } = readSettings('start');
const built = await buildSite({
  root: projectRoot,
  distDir,
  demoWallet: CHAINS_FILE === undefined,
  embedOrigins: EMBED_ORIGINS,
  except: [dataDir],
});
if (!built) console.log('The build is up to date.');
