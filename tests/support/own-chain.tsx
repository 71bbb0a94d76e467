import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { type Address, type EIP1193RequestFn, getAddress, http } from 'viem';
import { injected, WagmiContext } from 'wagmi';
import { connect } from 'wagmi/actions';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { anvilClient } from '@/scripts/launcher/chains/anvil-client';
import { spawnAnvil, urlOf } from '@/scripts/launcher/chains/anvil-process';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { endProcess } from '@/scripts/launcher/process';
import { chainPlans } from './chain-plans';

const ID = 31337;
const STOP_GRACE_MS = 20_000;

/** A local chain with everything that a start deploys, which belongs to one test file: its time may be moved. */
export async function startOwnChain() {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-own-chain-'));
  const plan = { ...chainPlans[0], name: 'North Sea' };
  const { pid, port } = await spawnAnvil(dir, plan);
  const chain = { id: ID, name: plan.name, rpcUrl: urlOf(port) };
  const client = anvilClient(chain);
  const addresses = await deployLocal(client);
  const file = localChainsFile([{ ...chain, contracts: addresses }], 'http://127.0.0.1:3000');
  const mapping: ChainMapping[] = file.chains.map(({ nativeCurrency, ...entry }) => ({
    ...entry,
    nativeSymbol: nativeCurrency.symbol,
  }));
  const contracts: Contract[] = file.chains.flatMap(({ id, contracts: named }) =>
    Object.entries(named).map(([name, address]) => ({ chainId: id, name, address: getAddress(address) })),
  );
  const coins: Coin[] = file.coins;
  return {
    ...chain,
    client,
    addresses,
    lists: { chains: mapping, coins, contracts },
    stop: async () => {
      await endProcess(pid, STOP_GRACE_MS);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** What a wallet does itself instead of its node: by method, with what it is asked. */
export type WalletMethods = Record<string, (params: readonly unknown[]) => unknown>;

export type OwnChain = Awaited<ReturnType<typeof startOwnChain>>;

/**
 * What the site's wallet pages stand on, with an account that the node itself signs for. `onSent` is told of what the
 * wallet has sent before the page is; where it throws, the page never learns the hash. `onAsked` is told before it sends;
 * where it throws, the wallet refuses. `methods` are the wallet's own.
 */
export async function connectOwnChain(
  chain: OwnChain,
  account: Address,
  onSent: () => void = () => undefined,
  onAsked: () => void = () => undefined,
  methods: WalletMethods = {},
) {
  const multicalls = new Map([[chain.id, chain.addresses.multicall]]);
  const config = createWalletConfig(chain.lists.chains, multicalls);
  const node = http(chain.rpcUrl)({}).request as EIP1193RequestFn;
  const request = (async (asked: { method: string; params?: unknown }) => {
    if (/^eth_(requestA|a)ccounts$/.test(asked.method)) return [account];
    const own = methods[asked.method];
    if (own) return own(Array.isArray(asked.params) ? asked.params : []);
    if (asked.method === 'eth_sendTransaction') onAsked();
    const answer = await node(asked as Parameters<typeof node>[0]);
    if (asked.method === 'eth_sendTransaction') onSent();
    return answer;
  }) as EIP1193RequestFn;
  const provider = { request, on: () => undefined, removeListener: () => undefined };
  await connect(config, {
    connector: injected({ target: { id: 'own', name: 'Own', provider: provider as never } }),
  });
  return config;
}

/** Renders a part of the wallet on a chain of its own, at the address `?…` that `search` gives. */
export function renderOnOwnChain(
  children: ReactNode,
  chain: OwnChain,
  config: Awaited<ReturnType<typeof connectOwnChain>>,
  search = '',
) {
  const fallback = {
    '/config/chainMapping': chain.lists.chains,
    '/config/contractAddressList': chain.lists.contracts,
    '/coin/all': chain.lists.coins,
  };
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SearchParamsContext value={new URLSearchParams(search)}>
        <SWRConfig value={{ fallback, provider: () => new Map(), revalidateOnMount: false }}>
          <WagmiContext value={config}>
            <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
          </WagmiContext>
        </SWRConfig>
      </SearchParamsContext>
    </NextIntlClientProvider>,
  );
}
