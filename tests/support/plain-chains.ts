import { Client, type QueryResultRow } from 'pg';
import { type Address, encodeAbiParameters, parseAbiParameters, parseUnits } from 'viem';
import type { ChainsFile } from '@/lib/evm/chains-file';
import type { LocalChain } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';

export const ORIGIN = 'http://127.0.0.1:3000';

export type TestChain = LocalChain & {
  vault: Address;
  token: Address;
  cardAccount?: Address;
  contracts?: LocalContracts;
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

/** Delay of withdrawals from card accounts, in seconds. GRACE is half of it. */
const WITHDRAWAL_DELAY_S = 600;

/** Deploys a vault and a token, and a contract for cards if it gets an operator. */
export async function deployPlain(chain: LocalChain, cardOperator?: Address): Promise<TestChain> {
  const vault = await deployOnce(
    chain.client,
    await ownCode('Vault'),
    vaultArguments(chain.client.account.address),
  );
  const token = await deployOnce(chain.client, await ownCode('DemoToken'), tokenArguments('tUSDT'));
  if (!cardOperator) return { ...chain, vault, token };
  const args = encodeAbiParameters(parseAbiParameters('address, address, uint40'), [
    chain.client.account.address,
    cardOperator,
    WITHDRAWAL_DELAY_S,
  ]);
  return {
    ...chain,
    vault,
    token,
    cardAccount: await deployOnce(chain.client, await ownCode('CardAccount'), args),
  };
}

/** Returns a chains file in which the first chain requires one confirmation and the second chain requires three. */
export function plainChainsFile(chains: TestChain[]): ChainsFile {
  return {
    chains: chains.map(({ id, name, rpcUrl, vault, cardAccount }, index) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrl,
      browserAddress: `${ORIGIN}/wallet/transaction?address=`,
      browserTx: `${ORIGIN}/wallet/transaction?hash=`,
      testnet: true,
      confirmations: index === 0 ? 1 : 3,
      contracts: { vault_contract: vault, ...(cardAccount ? { card_contract: cardAccount } : {}) },
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

/** Queries the test database directly. */
export async function queryDatabase<Row extends QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
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

/** Rate limits (RATE_LIMITS) that are too high for the tests to reach from one IP address. */
export const UNLIMITED = ['nonce', 'login', 'verify', 'upload', 'write', 'read', 'stream', 'report', 'media']
  .map((name) => `${name}=999999/1`)
  .join();
