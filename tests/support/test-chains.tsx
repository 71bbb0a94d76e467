import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import {
  type Address,
  custom,
  decodeFunctionData,
  defineChain,
  type EIP1193RequestFn,
  encodeAbiParameters,
  encodeFunctionResult,
  isAddressEqual,
  multicall3Abi,
} from 'viem';
import { createConfig, WagmiContext } from 'wagmi';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import messages from '@/messages/en.json';

export type Answer = (method: string, params: unknown) => unknown;

export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const VAULT: Address = '0x00000000000000000000000000000000000000aa';
export const TOKEN: Address = '0x00000000000000000000000000000000000000cc';

/** Returns a mock node that reports every balance as three ether and fails calls to the contracts in `broken`. */
export function holding(broken: readonly Address[] = []): Answer {
  return (method, params) => {
    if (method !== 'eth_call') throw new Error(`unexpected ${method}`);
    const [{ data }] = params as [{ data: `0x${string}` }];
    const { args, functionName } = decodeFunctionData({ abi: multicall3Abi, data });
    if (functionName !== 'aggregate3') throw new Error(`unexpected ${functionName}`);
    const result = args[0].map(({ target }) => {
      const success = !broken.some((address) => isAddressEqual(address, target));
      return {
        success,
        returnData: success ? encodeAbiParameters([{ type: 'uint256' }], [3n * 10n ** 18n]) : ('0x' as const),
      };
    });
    return encodeFunctionResult({ abi: multicall3Abi, functionName, result });
  };
}

/** A node that can't be reached. */
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

/** Renders components with the API's lists and with each chain's node responses (`answers`, keyed by chain ID). */
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
          <SearchParamsContext value={new URLSearchParams(window.location.search)}>
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </SearchParamsContext>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
