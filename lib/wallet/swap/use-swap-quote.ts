import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { PAIRS_STALE_AFTER_MS, QUOTE_POLL_MS, QUOTE_STALE_AFTER_MS } from './limits';
import { type RouterTerms, readPairs, readRouterTerms, type SwapPlace } from './market';
import { type RouteRead, readRoute, type SwapRoute } from './quote';
import { wrapping } from './swap-call';
import { inPools, type SwapToken } from './token';
import { type SwapTrial, trySwap } from './try-swap';

export type QuoteRequest = {
  place: SwapPlace;
  tokens: readonly SwapToken[];
  sold: SwapToken;
  bought: SwapToken;
  /** Base units; 0 where nothing is asked. */
  amount: bigint;
  /** Whose balance covers the amount: only then can the swap be tried out. */
  payer: Address | undefined;
};

export type SwapQuote = {
  terms: RouterTerms;
  /** Block of the figures; null of a change between a coin and its wrapped form, which no block alters. */
  block: bigint | null;
  route: SwapRoute | null;
  /** Null where nobody can pay yet. */
  trial: SwapTrial | null;
};

/** Of two answers the one of the later block: nodes behind one address may be of different age. */
export const later = (known: SwapQuote | undefined, fresh: SwapQuote): SwapQuote =>
  known?.block && fresh.block && fresh.block < known.block ? known : fresh;

/**
 * What an amount of one token brings in another, asked for again and again. Every pair and amount is a question of its
 * own, so that a late answer to an earlier one is never shown; of two answers to the same, the later block stays.
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
    // The transport asks a node again by itself.
    retry: false,
    refetchInterval: QUOTE_POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: QUOTE_STALE_AFTER_MS,
    gcTime: QUOTE_STALE_AFTER_MS,
  });
}
