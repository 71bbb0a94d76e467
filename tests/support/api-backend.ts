import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { type Address, encodeAbiParameters, parseAbiParameters, parseUnits } from 'viem';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { boot, shutDown } from '@/lib/server/boot';
import { childEnv } from '@/lib/settings/process-env';
import { type LocalChain, startChains } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { chainPlans } from './chain-plans';

export const ORIGIN = 'http://127.0.0.1:3000';
export const OTHER_ORIGIN = 'http://localhost:3000';

export type TestChain = LocalChain & { vault: Address; token: Address; contracts?: LocalContracts };

export type Backend = {
  dir: string;
  databaseUrl: string;
  /** The first chain requires one confirmation, and the second chain requires three. */
  chains: [TestChain, TestChain];
  stop: () => Promise<void>;
};

/** Returns constructor arguments for a token whose supply belongs to demo account 1. */
export const tokenArguments = (name: string) =>
  encodeAbiParameters(parseAbiParameters('string, string, uint8, address, uint256'), [
    name,
    name,
    6,
    demoAccount(1).address,
    parseUnits('1000000', 6),
  ]);

export const vaultArguments = (owner: Address) => encodeAbiParameters(parseAbiParameters('address'), [owner]);

/** Deploys a vault and a token. */
export async function deployPlain(chain: LocalChain): Promise<TestChain> {
  const vault = await deployOnce(
    chain.client,
    await ownCode('Vault'),
    vaultArguments(chain.client.account.address),
  );
  const token = await deployOnce(chain.client, await ownCode('DemoToken'), tokenArguments('tUSDT'));
  return { ...chain, vault, token };
}

/** Returns a chains file in which the first chain requires one confirmation and the second chain requires three. */
export function plainChainsFile(chains: TestChain[]): ChainsFile {
  return {
    chains: chains.map(({ id, name, rpcUrl, vault }, index) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrl,
      browserAddress: `${ORIGIN}/wallet/transaction?address=`,
      browserTx: `${ORIGIN}/wallet/transaction?hash=`,
      testnet: true,
      confirmations: index === 0 ? 1 : 3,
      contracts: { vault_contract: vault },
    })),
    coins: [
      {
        id: 1,
        symbol: 'ETH',
        name: 'Ether',
        icon: '/coins/eth.svg',
        sort: 1,
        tokens: chains.map(({ id }) => ({ chainId: id, address: null, decimals: 18 })),
      },
      {
        id: 2,
        symbol: 'tUSDT',
        name: 'Test USDT',
        icon: '/coins/usdt.svg',
        sort: 2,
        tokens: chains.map(({ id, token }) => ({ chainId: id, address: token, decimals: 6 })),
      },
    ],
  };
}

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
  /** Additional settings. */
  env?: Record<string, string>;
};

/** Starts a real PostgreSQL and two real chains with the platform's contracts, and starts the server with them. */
export async function startBackend({
  pools = false,
  env: settings = {},
}: BackendOptions = {}): Promise<Backend> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-api-'));
  const postgres = await startPostgres(dir);
  const [first, second] = await startChains(dir, { plans: chainPlans });
  if (!first || !second) throw new Error('the chains did not start');
  const deployed = pools ? deployWithPools : deployPlain;
  const chains: Backend['chains'] = [await deployed(first), await deployed(second)];
  const file = path.join(dir, 'chains.json');
  await writeFile(file, JSON.stringify(pools ? poolsFile(chains) : plainChainsFile(chains)));
  const env = childEnv({
    DATABASE_URL: postgres.url,
    CHAINS_FILE: file,
    ORIGINS: `${ORIGIN},${OTHER_ORIGIN}`,
    LOG_LEVEL: 'silent',
    UPLOADS_DIR: path.join(dir, 'uploads'),
    PRICE_PLATFORMS: '',
    RATE_SOURCES: '',
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

/** Queries the test database directly. */
export async function queryDatabase<Row extends QueryResultRow>(
  { databaseUrl }: Pick<Backend, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
