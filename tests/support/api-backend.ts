import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Address } from 'viem';
import { boot, shutDown } from '@/lib/server/boot';
import { childEnv } from '@/lib/settings/process-env';
import { type LocalChain, startChains } from '@/scripts/launcher/chains/anvil';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { chainPlans } from './chain-plans';
import { deployPlain, ORIGIN, plainChainsFile, type TestChain } from './plain-chains';
import { startEmptyPostgres } from './postgres';

export const OTHER_ORIGIN = 'http://localhost:3000';

export type Backend = {
  dir: string;
  databaseUrl: string;
  /** The first chain requires one confirmation, and the second chain requires three. */
  chains: [TestChain, TestChain];
  stop: () => Promise<void>;
};

const poolsFile = (chains: readonly TestChain[]) =>
  localChainsFile(
    chains.flatMap(({ id, name, rpcUrl, contracts }) => (contracts ? [{ id, name, rpcUrl, contracts }] : [])),
    ORIGIN,
  );

/** Deploys everything that a local start deploys, including pools with a price of 2,500 test dollars per ETH. */
async function deployWithPools(chain: LocalChain): Promise<TestChain> {
  const contracts = await deployLocal(chain.client);
  return { ...chain, vault: contracts.vault, token: contracts.tUsdt, contracts };
}

type BackendOptions = {
  /** True to deploy Uniswap V2 with pools, and to list the same coins as a local start. */
  pools?: boolean;
  /** Operator of the contract for cards, which is only deployed then. */
  cardOperator?: Address;
  /** Returns the RPC endpoint that the server uses for a chain, such as one that can fail. */
  endpointOf?: (rpcUrl: string) => Promise<string>;
  /** Additional settings. */
  env?: Record<string, string>;
};

/** Starts a real PostgreSQL and two real chains with the platform's contracts, and starts the server with them. */
export async function startBackend({
  pools = false,
  cardOperator,
  endpointOf = async (rpcUrl) => rpcUrl,
  env: settings = {},
}: BackendOptions = {}): Promise<Backend> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-api-'));
  const postgres = await startEmptyPostgres(dir);
  const [first, second] = await startChains(dir, { plans: chainPlans });
  if (!first || !second) throw new Error('the chains did not start');
  const deployed = (chain: LocalChain) => (pools ? deployWithPools(chain) : deployPlain(chain, cardOperator));
  const chains: Backend['chains'] = [await deployed(first), await deployed(second)];
  const file = path.join(dir, 'chains.json');
  const listed = await Promise.all(
    chains.map(async (chain) => ({ ...chain, rpcUrl: await endpointOf(chain.rpcUrl) })),
  );
  await writeFile(file, JSON.stringify(pools ? poolsFile(listed) : plainChainsFile(listed)));
  const env = childEnv({
    DATABASE_URL: postgres.url,
    CHAINS_FILE: file,
    ORIGINS: `${ORIGIN},${OTHER_ORIGIN}`,
    LOG_LEVEL: 'silent',
    UPLOADS_DIR: path.join(dir, 'uploads'),
    PRICE_PLATFORMS: '',
    RATE_SOURCES: '',
    MESSAGES_ENABLED: '1',
    // Wait longer, because opening a database connection is slow on a busy machine.
    DATABASE_WAIT_SECONDS: '60',
    // The limits are high, because all visitors in a test share one IP address.
    RATE_LIMITS: 'nonce=2000/60,login=2000/60,upload=2000/60,write=2000/60',
    ...settings,
  });
  jest.replaceProperty(process, 'env', env);
  await boot();
  return {
    dir,
    databaseUrl: postgres.url,
    chains,
    stop: async () => {
      await shutDown();
      await Promise.all(chains.map((chain) => chain.stop()));
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
