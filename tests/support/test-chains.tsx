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
  type Hex,
  isAddressEqual,
  multicall3Abi,
  numberToHex,
} from 'viem';
import { createConfig, injected, WagmiContext } from 'wagmi';
import { connect } from 'wagmi/actions';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import messages from '@/messages/en.json';

export type Answer = (method: string, params: unknown) => unknown;

export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const VAULT: Address = '0x00000000000000000000000000000000000000aa';
export const TOKEN: Address = '0x00000000000000000000000000000000000000cc';

type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** Returns a mock node or wallet that has only these methods. */
export const answering =
  (methods: Methods): Answer =>
  (method, params) => {
    const answer = methods[method];
    if (!answer) throw new Error(`unexpected ${method}`);
    return answer(Array.isArray(params) ? params : []);
  };

/**
 * Returns a mock `eth_call` handler. Calls return what `read` returns, or fail if it returns null. viem sends most of
 * them through the multicall contract.
 */
export const reading =
  (read: (to: Address, data: Hex) => Hex | null) =>
  ([call]: readonly unknown[]): Hex => {
    const { to, data } = call as { to: Address; data: Hex };
    if (to !== MULTICALL) return read(to, data) ?? '0x';
    const { args, functionName } = decodeFunctionData({ abi: multicall3Abi, data });
    if (functionName !== 'aggregate3') throw new Error(`unexpected ${functionName}`);
    const result = args[0].map(({ target, callData }) => {
      const returnData = read(target, callData);
      return { success: returnData !== null, returnData: returnData ?? ('0x' as const) };
    });
    return encodeFunctionResult({ abi: multicall3Abi, functionName, result });
  };

/** Returns a mock node that reports every balance as three ether and fails calls to the contracts in `broken`. */
export const holding = (broken: readonly Address[] = []): Answer =>
  answering({
    eth_call: reading((target) =>
      broken.some((address) => isAddressEqual(address, target))
        ? null
        : encodeAbiParameters([{ type: 'uint256' }], [3n * 10n ** 18n]),
    ),
  });

/** A node that can't be reached. */
export const silent: Answer = () => {
  throw new Error('connection refused');
};

const names = new Map([
  [901, 'North Sea'],
  [902, 'South Sea'],
]);

const mapping = (id: number, testnet = true): ChainMapping => ({
  id,
  name: names.get(id) ?? String(id),
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/address/',
  browserTx: 'https://explorer.invalid/tx/',
  rpcUrl: 'https://node.invalid',
  testnet,
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

/** Creates a wagmi configuration whose nodes answer with `answers`, keyed by chain ID. */
export function wagmiConfig(answers: ReadonlyMap<number, Answer>) {
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

/**
 * Connects a wagmi configuration with these nodes to a wallet that starts on the chain `chainId`, can switch, and has
 * the methods of `wallet`. `asked` lists the later requests, except those for the account and the chain ID.
 */
export async function connectOnChains(
  answers: ReadonlyMap<number, Answer>,
  { account, chainId, wallet }: { account: Address; chainId: number; wallet: Methods },
) {
  const config = wagmiConfig(answers);
  const asked: string[] = [];
  let current = chainId;
  const answer = answering({
    eth_accounts: () => [account],
    eth_requestAccounts: () => [account],
    eth_chainId: () => numberToHex(current),
    wallet_switchEthereumChain: ([wanted]) => {
      current = Number((wanted as { chainId: Hex }).chainId);
      return null;
    },
    ...wallet,
  });
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (!/accounts$|chainId$/i.test(method)) asked.push(method);
    return answer(method, params);
  };
  const provider = { request, on: () => undefined, removeListener: () => undefined };
  await connect(config, {
    connector: injected({ target: { id: 'test', name: 'Test', provider: provider as never } }),
  });
  asked.length = 0;
  return { config, asked };
}

/**
 * Renders components with the API's lists and with each chain's node responses (`answers`, keyed by chain ID). A `config` of
 * `connectOnChains` has a connected wallet. The chains are test networks, except those in `real`.
 */
export function renderOnChains(
  children: ReactNode,
  answers: ReadonlyMap<number, Answer>,
  config = wagmiConfig(answers),
  real: readonly number[] = [],
) {
  const ids = [...answers.keys()];
  const fallback = {
    '/config/chainMapping': ids.map((id) => mapping(id, !real.includes(id))),
    '/config/contractAddressList': ids.flatMap(contractsOf),
    '/coin/all': [coin(1, 'ETH', null, ids), coin(2, 'TIDE', TOKEN, ids)],
  };
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, retryDelay: 0, gcTime: Number.POSITIVE_INFINITY } },
  });
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ fallback, provider: () => new Map(), revalidateOnMount: false }}>
        <WagmiContext value={config}>
          <SearchParamsContext value={new URLSearchParams(window.location.search)}>
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </SearchParamsContext>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
