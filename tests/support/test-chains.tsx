import type { Page } from '@playwright/test';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { type Abi, type Address, custom, defineChain, type EIP1193RequestFn, type Hex, parseAbi } from 'viem';
import { createConfig, WagmiContext } from 'wagmi';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import messages from '@/messages/en.json';
import { compileFiles } from '@/scripts/contracts/compiler';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { deployOnce, mined } from '@/scripts/launcher/chains/create2';

export type Answer = (method: string, params: unknown) => unknown;

export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const VAULT: Address = '0x00000000000000000000000000000000000000aa';
export const TOKEN: Address = '0x00000000000000000000000000000000000000cc';

/** A node that cannot be reached. */
export const silent: Answer = () => {
  throw new Error('connection refused');
};

const names = new Map([
  [901, 'North Sea'],
  [902, 'South Sea'],
]);

const mapping = (id: number): ChainMapping => ({
  id,
  name: names.get(id) ?? String(id),
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/address/',
  browserTx: 'https://explorer.invalid/tx/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
});

const contractsOf = (chainId: number): Contract[] => [
  { chainId, name: 'vault_contract', address: VAULT },
  { chainId, name: 'multicall', address: MULTICALL },
];

const coin = (id: number, symbol: string, address: Address | null, chainIds: readonly number[]): Coin => ({
  id,
  symbol,
  name: symbol,
  icon: '/coin.svg',
  sort: id,
  tokens: chainIds.map((chainId) => ({ chainId, address, decimals: 18 })),
});

function wagmiConfig(answers: ReadonlyMap<number, Answer>) {
  const [first, ...rest] = [...answers.keys()].map((id) =>
    defineChain({
      id,
      name: mapping(id).name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [mapping(id).rpcUrl] } },
      contracts: { multicall3: { address: MULTICALL } },
    }),
  );
  if (!first) throw new RangeError('no chain to render with');
  const transports = [...answers].map(([id, answer]) => {
    const request = (async ({ method, params }) => answer(method, params)) as EIP1193RequestFn;
    return [id, custom({ request }, { retryCount: 0 })] as const;
  });
  return createConfig({
    chains: [first, ...rest],
    transports: Object.fromEntries(transports),
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
}

/** Renders with the API's lists at hand and, by chain id, what each chain's node answers. */
export function renderOnChains(children: ReactNode, answers: ReadonlyMap<number, Answer>) {
  const ids = [...answers.keys()];
  const fallback = {
    '/config/chainMapping': ids.map(mapping),
    '/config/contractAddressList': ids.flatMap(contractsOf),
    '/coin/all': [coin(1, 'ETH', null, ids), coin(2, 'TIDE', TOKEN, ids)],
  };
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, retryDelay: 0, gcTime: Number.POSITIVE_INFINITY } },
  });
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ fallback, provider: () => new Map(), revalidateOnMount: false }}>
        <WagmiContext value={wagmiConfig(answers)}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}

const KEY = 'tidewell.transactions';

/** Makes the page's ledger older, as if so much time had gone by, and loads the page anew. */
export async function ageLedger(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    ([key, by]) => {
      const entries: { createdAt: number }[] = JSON.parse(localStorage.getItem(key) ?? '[]');
      localStorage.setItem(
        key,
        JSON.stringify(entries.map((entry) => ({ ...entry, createdAt: entry.createdAt - by }))),
      );
    },
    [KEY, ms] as const,
  );
  await page.reload();
}

/** The hash that the page follows for its latest transaction, and the nonce it knows of it. */
export function latestEntry(page: Page): Promise<{ hash: `0x${string}`; nonce?: number }> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').at(-1), KEY);
}

const FILE = 'contracts/test/support/WalletTokens.sol';

type Name =
  | 'ResetFirstToken'
  | 'LyingToken'
  | 'BurningToken'
  | 'OpenCollectible'
  | 'OpenPasses'
  | 'SilentCollectible';

let compiled: ReturnType<typeof compileFiles> | undefined;

/** Creation code of one of the tokens that a wallet meets. */
export function tokenCode(name: Name): Hex {
  compiled ??= compileFiles([FILE]);
  const code = compiled[FILE]?.[name]?.evm.bytecode.object;
  if (!code) throw new Error(`${FILE} has no ${name}`);
  return `0x${code}`;
}

/** Deploys one of them. `constructorArguments` are ABI-encoded. */
export const deployToken = (client: AnvilClient, name: Name, constructorArguments?: Hex): Promise<Address> =>
  deployOnce(client, tokenCode(name), constructorArguments);

/** What the tests do with these tokens, and with OpenZeppelin's. */
export const tokenAbi: Abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function lie(address owner, address spender)',
  'function tell(address owner, address spender)',
  'function mint(address to, string uri)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function mintMany(address to, uint256 count)',
  'function pretend(address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
]);

/** Sends a call past the pages, in the name of an account that the node signs for, and waits for it. */
export async function sendTo(
  client: AnvilClient,
  address: Address,
  functionName: string,
  args: readonly unknown[],
  account: Address = client.account.address,
): Promise<void> {
  await mined(
    client,
    await client.writeContract({ address, abi: tokenAbi, functionName, args, account, gas: 25_000_000n }),
  );
}
