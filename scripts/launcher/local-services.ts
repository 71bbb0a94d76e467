import path from 'node:path';
import { z } from 'zod';
import { chainMapping } from '@/lib/api/schemas/config';
import { readChainsFile } from '@/lib/evm/chains-file';
import { writeWhole } from '@/server/process/file';
import { keepRunning } from '@/server/process/keep-running';
import { processEnd } from '@/server/process/process';
import type { Stops } from '@/server/process/process-record';
import { localChainPlans, startChains } from './chains/anvil';
import { type DeployedChain, localChainsFile } from './chains/local-chains-file';
import { prepareSenderKey } from './chains/sender-keys';
import { type LocalPostgres, startPostgres } from './database/postgres';
import { type IssuerEnv, startDemoIssuer } from './demo/demo-issuer';
import { DEMO_AGE_S } from './demo/demo-month';
import { deployDemo } from './demo/deploy-demo';
import { phase } from './phase';

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
  /** URL of the site on this machine, for the local card issuer. Null if the operator has an issuer. */
  site: string | null;
  stops: Stops;
}

/** Settings that connect the site to its services, and the console output that lists them. */
export interface Services {
  databaseUrl?: string;
  chainsFile?: string;
  /** Database and first local chain, if this launcher started both. */
  demo?: { databaseUrl: string; chain: DeployedChain };
  /** Folder with the keys of the senders, if this launcher started the chains. */
  senderKeysDir?: string;
  /** Settings for the local card issuer, if this launcher started it. */
  issuerEnv?: IssuerEnv;
  /** RPC endpoints for browsers. */
  rpcUrls: readonly string[];
  report: readonly string[];
  /** Resolves to a sentence once a service has ended for good that this launcher started. */
  ended?: Promise<string>;
}

/** Starts PostgreSQL in `dataDir`, and restarts it on the same port whenever it ends. */
export async function keepPostgresRunning(dataDir: string) {
  let first: LocalPostgres | undefined;
  const start = async (signal: AbortSignal) => {
    const started = await startPostgres(dataDir, first && Number(new URL(first.url).port));
    first ??= started;
    if (signal.aborted) {
      await started.stop();
      signal.throwIfAborted();
    }
    return { ...started, ended: processEnd(started.pid).then(() => `see ${dataDir}/postgres.log`) };
  };
  const kept = await keepRunning({ name: 'The database', start, signal: new AbortController().signal });
  return { ...kept, reused: first?.reused ?? false };
}

async function database({ databaseUrl, dataDir, stops }: ServiceOptions) {
  if (databaseUrl) return { url: databaseUrl, line: 'database        yours (DATABASE_URL)', ends: [] };
  const postgres = await phase('database', () => keepPostgresRunning(dataDir));
  stops.add(postgres.stop);
  const { host } = new URL(postgres.url);
  return {
    url: postgres.url,
    line: `database        PostgreSQL at ${host}${postgres.reused ? ', found running' : ''}`,
    ends: [postgres.ended.then((reason) => `The database ended unexpectedly (${reason}).`)],
  };
}

async function chains({ chainsFile, dataDir, origin, stops }: ServiceOptions) {
  if (chainsFile) {
    const lines = [`chains          yours (CHAINS_FILE ${chainsFile})`];
    return { file: chainsFile, deployed: [], lines, ends: [], keys: {} };
  }
  const senderKeysDir = path.join(dataDir, 'sender-keys');
  const plans = localChainPlans.map((plan) => ({ ...plan, age: DEMO_AGE_S }));
  const { started, deployed } = await phase('chains', async () => {
    const started = await startChains(dataDir, { plans, onStart: (chain) => stops.add(chain.stop) });
    const deploy = async (chain: (typeof started)[number], index: number) => {
      await prepareSenderKey(senderKeysDir, 'relayer', chain);
      const cardOperator = await prepareSenderKey(senderKeysDir, 'card', chain);
      return { ...chain, contracts: await deployDemo(chain.client, index === 0, cardOperator) };
    };
    return { started, deployed: await Promise.all(started.map(deploy)) };
  });
  const file = path.join(dataDir, 'chains.json');
  await writeWhole(file, `${JSON.stringify(localChainsFile(deployed, origin), null, 2)}\n`);
  const lines = started.map(
    ({ id, name, rpcUrl, reused }) =>
      `${name.toLowerCase()}   ${rpcUrl} (id ${id})${reused ? ', found running' : ''}`,
  );
  const ends = started.map(({ name, pid }) => processEnd(pid).then(() => `${name} ended unexpectedly.`));
  return { file, deployed, lines, ends, keys: { senderKeysDir } };
}

/** Starts the local card issuer, which outlives neither the launcher nor its data folder. */
async function cardIssuer(site: string, { dataDir, stops }: ServiceOptions) {
  const issuer = await phase('card issuer', () => startDemoIssuer(path.join(dataDir, 'issuer'), site));
  stops.add(issuer.stop);
  return { issuerEnv: issuer.env, line: `pay by card     ${issuer.terminal}` };
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
  const [{ url, line, ends }, { file, deployed, lines, ends: chainEnds, keys }] = [
    await database(options),
    await chains(options),
  ];
  const [chain] = deployed;
  const demo = chain && !options.databaseUrl ? { databaseUrl: url, chain } : undefined;
  const { issuerEnv, line: terminal } =
    demo && options.site !== null ? await cardIssuer(options.site, options) : {};
  return {
    databaseUrl: url,
    chainsFile: file,
    ...keys,
    ...(issuerEnv ? { issuerEnv } : {}),
    ...(demo ? { demo } : {}),
    rpcUrls: await rpcUrlsOf(file),
    report: [line, ...lines, ...(terminal ? [terminal] : [])],
    ended: Promise.race([...ends, ...chainEnds]),
  };
}
