import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Abi, type Address, erc20Abi, maxUint256, parseAbi } from 'viem';
import { simulateBlocks } from 'viem/actions';
import { type Config, useConfig } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sum } from '@/lib/evm/bigint';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { blockAbi, routerAbi } from './abi';
import { PAIRS_STALE_AFTER_MS, QUOTE_POLL_MS, QUOTE_STALE_AFTER_MS } from './arithmetic';
import { type RouterTerms, readPairs, readRouterTerms, type SwapContracts } from './market';
import { type RouteRead, readRoute, type SwapRoute } from './quote';
import { type SwapCall, swapCall, wrapping } from './swap-call';
import { inPools, type SwapToken } from './token';

/**
 * Result of a swap simulation: the amount received and the gas units used, with the approval, the error, or `untried` if the
 * swap could not be simulated.
 */
type SwapTrial =
  | { outcome: 'arrives'; amount: bigint; promised: bigint; gas: bigint }
  | { outcome: 'refused'; code: ChainErrorCode }
  | { outcome: 'untried' };

/** Declared without a return value, because some tokens' `approve` function returns nothing. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

type TrialCall = {
  account: Address;
  to: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  value?: bigint;
};

/**
 * Simulates the swap with its approval (eth_simulateV1) and compares the bought token's balance before and after, which
 * reveals transfer fees and tokens that cannot be sold. Uses no minimum, so that the result does not depend on the
 * quote.
 */
export async function trySwap(
  config: Config,
  { chainId, multicall }: SwapContracts,
  order: Omit<SwapCall, 'minimum' | 'deadline'>,
): Promise<SwapTrial> {
  const { sold, bought, amount, to: account, router, path } = order;
  const { address, ...swap } = swapCall({ ...order, minimum: 0n, deadline: maxUint256 });
  const balance: TrialCall =
    bought === NATIVE_TOKEN
      ? { account, to: multicall, abi: blockAbi, functionName: 'getEthBalance', args: [account] }
      : { account, to: bought, abi: erc20Abi, functionName: 'balanceOf', args: [account] };
  // Resets the allowance to zero first, because some tokens reject changing a nonzero allowance.
  const approvals: TrialCall[] = (sold === NATIVE_TOKEN ? [] : [0n, amount]).map((allowed) => ({
    account,
    to: sold,
    abi: approveAbi,
    functionName: 'approve',
    args: [router, allowed],
  }));
  // The quote is in the same simulation, so that it comes from the same block.
  const promise: TrialCall = {
    account,
    to: router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args: [amount, path],
  };
  const calls: TrialCall[] = [...approvals, promise, balance, { account, to: address, ...swap }, balance];
  try {
    const [block] = await simulateBlocks(config.getClient({ chainId }), { blocks: [{ calls }] });
    const [amounts, before, swapped, after] = block?.calls.slice(-4) ?? [];
    if (swapped?.status === 'failure') return { outcome: 'refused', code: chainErrorCode(swapped.error) };
    const promised: unknown = Array.isArray(amounts?.result) ? amounts.result.at(-1) : undefined;
    if (typeof promised !== 'bigint') return { outcome: 'untried' };
    if (typeof before?.result !== 'bigint' || typeof after?.result !== 'bigint')
      return { outcome: 'untried' };
    // Without the reset of the allowance, which few tokens need.
    const gas = sum([...(block?.calls.slice(1, -4) ?? []), swapped].map((call) => call?.gasUsed ?? 0n));
    return { outcome: 'arrives', amount: after.result - before.result, promised, gas };
  } catch {
    // Many nodes don't support eth_simulateV1. The user then sees that the swap was not simulated.
    return { outcome: 'untried' };
  }
}

export type QuoteRequest = {
  place: SwapContracts;
  tokens: readonly SwapToken[];
  sold: SwapToken;
  bought: SwapToken;
  /** Base units, or 0 if no amount is entered. */
  amount: bigint;
  /** Account whose balance covers the amount, as the simulation requires. */
  payer: Address | undefined;
};

export type SwapQuote = {
  terms: RouterTerms;
  /** Block number of the quote, or null for wrapping and unwrapping, whose rate never changes. */
  block: bigint | null;
  route: SwapRoute | null;
  /** Null if there is no account that can pay. */
  trial: SwapTrial | null;
};

/** Returns the quote of the later block, because nodes behind one URL may be out of sync. */
export const later = (known: SwapQuote | undefined, fresh: SwapQuote): SwapQuote =>
  known?.block && fresh.block && fresh.block < known.block ? known : fresh;

/**
 * React hook that periodically quotes a swap. Each pair and amount has its own query, so a late response to an earlier
 * query is never shown. If two responses to the same query differ, the response from the later block is used.
 */
export function useSwapQuote({ place, tokens, sold, bought, amount, payer }: QuoteRequest) {
  const config = useConfig();
  const { chainId, router } = place;
  const key = ['swapQuote', chainId, router, sold.address, bought.address, amount.toString(), payer ?? null];

  const ask = async (client: QueryClient): Promise<SwapQuote> => {
    const terms = await client.fetchQuery({
      queryKey: ['swapRouter', chainId, router],
      queryFn: () => readRouterTerms(config, place),
      staleTime: 'static',
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
    });
    const { wrapped } = terms;
    if (wrapping(sold.address, bought.address, wrapped))
      return { terms, block: null, route: { path: [wrapped], out: amount, impactBps: 0n }, trial: null };
    const [from, to] = [inPools(sold.address, wrapped), inPools(bought.address, wrapped)];
    const pairs = await client.fetchQuery({
      queryKey: ['swapPairs', chainId, terms.factory, from, to],
      queryFn: () => {
        const known = tokens.map(({ address }) => inPools(address, wrapped));
        return readPairs(config, chainId, terms, known, from, to);
      },
      staleTime: PAIRS_STALE_AFTER_MS,
      retry: false,
    });
    const { block, route }: RouteRead = await readRoute(config, place, terms, pairs, { from, to, amount });
    if (!route || !payer) return { terms, block, route, trial: null };
    const order = { router, wrapped, sold: sold.address, bought: bought.address, path: route.path };
    return { terms, block, route, trial: await trySwap(config, place, { ...order, amount, to: payer }) };
  };

  return useQuery({
    queryKey: key,
    queryFn: async ({ client }) => later(client.getQueryData<SwapQuote>(key), await ask(client)),
    enabled: amount > 0n,
    // The transport already retries failed requests.
    retry: false,
    refetchInterval: QUOTE_POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: QUOTE_STALE_AFTER_MS,
    gcTime: QUOTE_STALE_AFTER_MS,
  });
}
