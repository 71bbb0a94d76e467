import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { SWRConfig } from 'swr';
import { type Address, type EIP1193RequestFn, getAddress } from 'viem';
import { injected, useConfig, useConnection, WagmiContext } from 'wagmi';
import { connect } from 'wagmi/actions';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { PromptNote } from '@/components/wallet/transaction-sheet/review-stage';
import { openReview, reviewAgain, sendOrder, useSheet } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { closeDialog } from '@/lib/browser/dialogs';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import messages from '@/messages/en.json';
import { anvilClient, anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { spawnAnvil, urlOf } from '@/scripts/launcher/chains/anvil-process';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { endProcess } from '@/server/process/process';
import { chainPlans } from './chain-plans';

const ID = 31337;
const STOP_GRACE_MS = 20_000;

/** Returns a chain's lists as the API would, in the client's types. */
export function listsOf(chain: Parameters<typeof localChainsFile>[0][number]) {
  const file = localChainsFile([chain], 'http://127.0.0.1:3000');
  const chains: ChainMapping[] = file.chains.map(({ nativeCurrency, ...entry }) => ({
    ...entry,
    nativeSymbol: nativeCurrency.symbol,
  }));
  const contracts: Contract[] = file.chains.flatMap(({ id, contracts: named }) =>
    Object.entries(named).map(([name, address]) => ({ chainId: id, name, address: getAddress(address) })),
  );
  const coins: Coin[] = file.coins;
  return { chains, coins, contracts };
}

/**
 * Starts a local chain for a single test file, so that its tests can change the chain's time. Deploys everything that a
 * local start deploys.
 */
export async function startOwnChain() {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-own-chain-'));
  const plan = { ...chainPlans[0], name: 'North Sea' };
  const { pid, port } = await spawnAnvil(dir, plan);
  const chain = { id: ID, name: plan.name, rpcUrl: urlOf(port) };
  const client = anvilClient(chain);
  const addresses = await deployLocal(client);
  return {
    ...chain,
    client,
    addresses,
    lists: listsOf({ ...chain, contracts: addresses }),
    stop: async () => {
      await endProcess(pid, STOP_GRACE_MS);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Methods that the wallet handles itself instead of passing them to its node. */
export type WalletMethods = Record<string, (params: readonly unknown[]) => unknown>;

export type OwnChain = Awaited<ReturnType<typeof startOwnChain>>;

/**
 * Connects the wallet configuration to an account that the node signs for. `onAsked` is called before the wallet
 * sends; if it throws, the wallet rejects. `onSent` is called after the wallet has sent; if it throws, the page never
 * receives the hash. `methods` override the wallet's methods. The wallet emits the EIP-1193 events that `events`
 * emits.
 */
export async function connectOwnChain(
  chain: OwnChain,
  account: Address,
  onSent: () => void = () => undefined,
  onAsked: () => void = () => undefined,
  methods: WalletMethods = {},
  events = new EventEmitter(),
) {
  const multicalls = new Map([[chain.id, chain.addresses.multicall]]);
  const config = createWalletConfig(chain.lists.chains, multicalls);
  const node = anvilHttp(chain.rpcUrl)({}).request as EIP1193RequestFn;
  const request = (async (asked: { method: string; params?: unknown }) => {
    const own = methods[asked.method];
    if (own) return own(Array.isArray(asked.params) ? asked.params : []);
    if (/^eth_(requestA|a)ccounts$/.test(asked.method)) return [account];
    if (asked.method === 'eth_sendTransaction') onAsked();
    const answer = await node(asked as Parameters<typeof node>[0]);
    if (asked.method === 'eth_sendTransaction') onSent();
    return answer;
  }) as EIP1193RequestFn;
  const provider = {
    request,
    on: (event: string, listener: (value: unknown) => void) => void events.on(event, listener),
    removeListener: (event: string, listener: (value: unknown) => void) => void events.off(event, listener),
  };
  await connect(config, {
    connector: injected({ target: { id: 'own', name: 'Own', provider: provider as never } }),
  });
  return config;
}

/** Renders part of the wallet on a test's own chain, at a URL with the query string `search`. */
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
  // Without an end, because the timer of each unused reading would keep a worker of Jest running for five minutes.
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SearchParamsContext value={new URLSearchParams(search)}>
        <SWRConfig value={{ fallback, provider: () => new Map(), revalidateOnMount: false }}>
          <WagmiContext value={config}>
            <QueryClientProvider client={queries}>{children}</QueryClientProvider>
          </WagmiContext>
        </SWRConfig>
      </SearchParamsContext>
    </NextIntlClientProvider>,
  );
}

/**
 * Reviews a plan as the transaction sheet does, and renders a button that sends it, the note on what the wallet will
 * ask, the plan's status, and the transaction watcher that every page has.
 */
export function RunPlan({ plan }: { plan: TransactionPlan<AnyCall> }) {
  const config = useConfig();
  const queries = useQueryClient();
  const { address: account } = useConnection();
  const { order, step, problem } = useSheet();
  const state = useLedger(({ entries }) => entries.at(-1)?.status);
  const review = useEffectEvent(() => {
    // A request of an earlier test may still be open, and would keep its own order on the sheet.
    useSheet.setState({ step: 'idle' });
    if (account) openReview({ account, plan });
    // The results are shown as notifications if the sheet is closed.
    closeDialog('transaction');
  });
  useEffect(() => review(), []);
  const go = () => {
    if (useSheet.getState().entryId !== null) reviewAgain();
    void sendOrder(config, queries);
  };
  return (
    <>
      <button type="button" onClick={go}>
        Go
      </button>
      {order ? <PromptNote order={order} /> : null}
      <output>{`${step} ${problem ?? state ?? 'nothing'}`}</output>
      <TransactionWatcher />
    </>
  );
}

export const pressGo = () => userEvent.click(screen.getByRole('button', { name: 'Go' }));

/** Waits for a status message: a step, followed by the last problem or the status of the latest transaction. */
export const says = (text: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));
