import path from 'node:path';
import { z } from 'zod';
import { chainMapping } from '@/lib/api/schemas/config';
import { readChainsFile } from '@/lib/evm/chains-file';
import { localChainPlans, startChains } from './chains/anvil';
import { type DeployedChain, localChainsFile } from './chains/local-chains-file';
import { startPostgres } from './database/postgres';
import { DEMO_AGE_S } from './demo/demo-month';
import { deployDemo } from './demo/deploy-demo';
import { writeWhole } from './file';
import type { Stops } from './process-record';

const TIMEOUT_MS = 10_000;
const answer = z.object({
  code: z.literal(200),
  data: z.array(chainMapping.pick({ rpcUrl: true, fallbackRpcUrls: true })),
});

/** Returns the RPC endpoints that a back end lists. Throws an Error with instructions if the request fails. */
export async function askRpcUrls(apiOrigin: string): Promise<string[]> {
  try {
    const response = await fetch(`${apiOrigin}/api/config/chainMapping`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { data } = answer.parse(await response.json());
    return data.flatMap(({ rpcUrl, fallbackRpcUrls = [] }) => [rpcUrl, ...fallbackRpcUrls]);
  } catch (cause) {
    throw new Error(
      `API_ORIGIN ${apiOrigin} does not list its chains at /api/config/chainMapping: start it, or name the chains in CHAINS_FILE`,
      { cause },
    );
  }
}

interface ServiceOptions {
  dataDir: string;
  /** Canonical origin of the site, which serves as the block explorer for local chains. */
  origin: string;
  /** The operator's database. If it is undefined, a local one is started. */
  databaseUrl: string | undefined;
  chainsFile: string | undefined;
  /** Origin of a back end that has its own database and chains. */
  apiOrigin: string | undefined;
  stops: Stops;
}

/** Settings that connect the site to its services, and the console output that lists them. */
export interface Services {
  databaseUrl?: string;
  chainsFile?: string;
  /** Database and first local chain, if this launcher started both. */
  demo?: { databaseUrl: string; chain: DeployedChain };
  /** RPC endpoints for browsers. */
  rpcUrls: readonly string[];
  report: readonly string[];
}

async function database({ databaseUrl, dataDir, stops }: ServiceOptions) {
  if (databaseUrl) return { url: databaseUrl, line: 'database        yours (DATABASE_URL)' };
  const postgres = await startPostgres(dataDir);
  stops.add(postgres.stop);
  const { host } = new URL(postgres.url);
  return {
    url: postgres.url,
    line: `database        PostgreSQL at ${host}${postgres.reused ? ', found running' : ''}`,
  };
}

async function chains({ chainsFile, dataDir, origin, stops }: ServiceOptions) {
  if (chainsFile) {
    return { file: chainsFile, deployed: [], lines: [`chains          yours (CHAINS_FILE ${chainsFile})`] };
  }
  const plans = localChainPlans.map((plan) => ({ ...plan, age: DEMO_AGE_S }));
  const started = await startChains(dataDir, { plans, onStart: (chain) => stops.add(chain.stop) });
  const deployed = await Promise.all(
    started.map(async (chain, index) => ({
      ...chain,
      contracts: await deployDemo(chain.client, index === 0),
    })),
  );
  const file = path.join(dataDir, 'chains.json');
  await writeWhole(file, `${JSON.stringify(localChainsFile(deployed, origin), null, 2)}\n`);
  const lines = started.map(
    ({ id, name, rpcUrl, reused }) =>
      `${name.toLowerCase()}   ${rpcUrl} (id ${id})${reused ? ', found running' : ''}`,
  );
  return { file, deployed, lines };
}

const rpcUrlsOf = async (chainsFile: string) =>
  (await readChainsFile(chainsFile)).chains.flatMap(({ rpcUrl, fallbackRpcUrls = [] }) => [
    rpcUrl,
    ...fallbackRpcUrls,
  ]);

async function backEnd(apiOrigin: string, { chainsFile }: ServiceOptions): Promise<Services> {
  const rpcUrls = chainsFile ? await rpcUrlsOf(chainsFile) : await askRpcUrls(apiOrigin);
  return { rpcUrls, report: [`API             yours at ${apiOrigin} (API_ORIGIN)`] };
}

/**
 * Starts a database and local chains unless the settings specify existing ones. Adds each started service to `stops`.
 */
export async function startServices(options: ServiceOptions): Promise<Services> {
  if (options.apiOrigin) return backEnd(options.apiOrigin, options);
  const [{ url, line }, { file, deployed, lines }] = [await database(options), await chains(options)];
  const [chain] = deployed;
  return {
    databaseUrl: url,
    chainsFile: file,
    ...(chain && !options.databaseUrl ? { demo: { databaseUrl: url, chain } } : {}),
    rpcUrls: await rpcUrlsOf(file),
    report: [line, ...lines],
  };
}
