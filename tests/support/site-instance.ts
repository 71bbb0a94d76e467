import path from 'node:path';
import { buildEnv, buildSite } from '@/scripts/launcher/build/build';
import { freePort } from '@/scripts/launcher/process';
import { startSite } from '@/scripts/launcher/site';
import { E2E_DIST_DIR, E2E_ORIGIN, SHELL_ORIGIN } from './e2e-site';
import { UNLIMITED } from './rate-limits';
import type { SiteServices } from './site-services';

const root = process.cwd();
/** The build of the browser tests, so that one serves both. */
const build = { distDir: E2E_DIST_DIR, demoWallet: true, origin: E2E_ORIGIN, embedOrigins: [SHELL_ORIGIN] };

/** Makes the build that the instances serve, unless it is there. */
export const buildOnce = () => buildSite({ root, ...build });

/** A server process of the built site. */
export type SiteInstance = {
  origin: string;
  /** Ends it as a crash would (kill -9). */
  kill: () => Promise<void>;
  /** Starts it again where it was, after a kill. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a server process on `services` and waits until it is ready. `name` is its own among those of the services. */
export async function startInstance(services: SiteServices, name: string): Promise<SiteInstance> {
  const port = await freePort();
  const launch = () =>
    startSite({
      root,
      mode: 'start',
      host: '127.0.0.1',
      port,
      record: path.join(services.dir, `${name}.json`),
      env: {
        ...buildEnv(build),
        DATABASE_URL: services.databaseUrl,
        CHAINS_FILE: services.chainsFile,
        PORT: String(port),
        DATA_DIR: services.dir,
        LOG_LEVEL: 'silent',
        PRICE_PLATFORMS: '',
        RATE_SOURCES: '',
        // A new connection takes long on a machine that does much else.
        DATABASE_WAIT_SECONDS: '60',
        RATE_LIMITS: UNLIMITED,
      },
    });
  let running = await launch();
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async () => {
      await running.stop({ force: true });
      await running.ended;
    },
    start: async () => {
      running = await launch();
    },
    stop: () => running.stop(),
  };
}
