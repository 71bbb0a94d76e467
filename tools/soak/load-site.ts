import path from 'node:path';
import { PRICE_PLATFORMS } from '@/lib/settings/settings-schema';
import { findNginx } from '@/scripts/find-nginx';
import { freePort } from '@/server/process/process';
import { readRecord } from '@/server/process/process-record';
import { startNginx } from '@/tests/support/nginx';
import { dialects } from '@/tests/support/price-platforms/dialect';
import { PlatformServer } from '@/tests/support/price-platforms/platform-server';
import { buildOnce, type SiteInstance, startInstance } from '@/tests/support/site-instance';
import { type SiteServices, startSiteServices } from '@/tests/support/site-services';
import { type LoadProxy, startNodeProxy } from './node-proxy';

const PORTS = { proxy: 3600, first: 3610, second: 3611, chains: [3620, 3640] } as const;
export const METRICS_TOKEN = 'the token of the metrics under load, on loopback';
const TRADE_INTERVAL_MS = 1_000;

/** Two instances of the built site, behind a proxy, with their database, chains, and price platforms. */
export type LoadSite = {
  services: SiteServices;
  instances: readonly [SiteInstance, SiteInstance];
  platforms: readonly PlatformServer[];
  /** Platforms whose prices are set by hand. The others trade. */
  liars: Set<PlatformServer>;
  proxy: LoadProxy;
  proxyName: string;
  /** Returns the process ID of an instance. */
  pidOf: (index: 0 | 1) => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts all four price platforms, with a trade of ETH each second. */
async function startPlatforms() {
  const servers = PRICE_PLATFORMS.map((name) => ({ name, server: new PlatformServer(dialects[name]) }));
  const env: Record<string, string> = { PRICE_PLATFORMS: PRICE_PLATFORMS.join() };
  for (const { name, server } of servers) {
    for (const pair of ['ETHUSDT', 'ETH-USD', 'ETH/USD', 'ETH-USDT']) server.prices.set(pair, '3400.00');
    for (const pair of ['USDT-USD', 'USDT/USD']) server.prices.set(pair, '1.0000');
    const { socket, rest } = await server.start();
    env[`${name.toUpperCase()}_SOCKET_URL`] = socket;
    env[`${name.toUpperCase()}_REST_URL`] = rest;
  }
  const liars = new Set<PlatformServer>();
  let trades = 0;
  const trading = setInterval(() => {
    trades += 1;
    const price = (3_400 + (trades % 20) / 10).toFixed(2);
    for (const { server } of servers.filter((one) => !liars.has(one.server)))
      for (const pair of server.prices.keys()) if (pair.startsWith('ETH')) server.trade(pair, price);
  }, TRADE_INTERVAL_MS);
  return {
    env,
    liars,
    servers: servers.map(({ server }) => server),
    stop: async () => {
      clearInterval(trading);
      await Promise.all(servers.map(({ server }) => server.stop()));
    },
  };
}

type Options = {
  env?: Record<string, string>;
  /** Additional settings of the first instance only. */
  firstEnv?: Record<string, string>;
  parent?: string;
  prefersNginx: boolean;
};

/**
 * Starts everything, with its data in a new folder in `parent`. With `prefersNginx`, nginx is the proxy if it is installed.
 * Otherwise a small Node proxy is.
 */
export async function startLoadSite({
  env = {},
  firstEnv = {},
  parent,
  prefersNginx,
}: Options): Promise<LoadSite> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    await buildOnce();
    const services = await startSiteServices(
      PORTS.chains.map((preferredPort, index) => ({
        id: 31337 + index,
        name: `Chain ${index + 1}`,
        preferredPort,
      })),
      parent,
    );
    stops.push(services.stop);
    const platforms = await startPlatforms();
    stops.push(platforms.stop);
    const settings = {
      ...platforms.env,
      METRICS_TOKEN,
      TRUSTED_PROXIES: '127.0.0.1/32',
      // The defaults of a real site, unlike in tests. Empty means unset.
      RATE_LIMITS: '',
      DATABASE_WAIT_SECONDS: '',
      LOG_LEVEL: 'silent',
      ...env,
    };
    const start = async (name: string, port: number, own: Record<string, string> = {}) => {
      const instance = await startInstance(services, name, {
        ...settings,
        ...own,
        PORT: String(await freePort(port)),
      });
      stops.push(() => instance.stop().catch((error: unknown) => console.error(`${name}:`, error)));
      return instance;
    };
    const instances = [
      await start('instance-0', PORTS.first, firstEnv),
      await start('instance-1', PORTS.second),
    ] as const;
    const origins = [instances[0].origin, instances[1].origin] as const;
    const isNginx = prefersNginx && findNginx() !== undefined;
    const proxy: LoadProxy = isNginx
      ? { ...(await startNginx([...origins])), cut: () => undefined }
      : await startNodeProxy(origins, await freePort(PORTS.proxy));
    stops.push(proxy.stop);
    return {
      services,
      instances,
      platforms: platforms.servers,
      liars: platforms.liars,
      proxy,
      proxyName: isNginx ? 'nginx with config/nginx.conf' : 'a small Node proxy',
      pidOf: async (index) => {
        const record = await readRecord(path.join(services.dir, `instance-${index}.json`));
        if (!record) throw new Error(`instance ${index} isn't running`);
        return record.pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
