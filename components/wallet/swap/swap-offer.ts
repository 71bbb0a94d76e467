import type { Address } from 'viem';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { type ImpactTier, impactTier, minimumReceived } from '@/lib/wallet/swap/arithmetic';
import type { RouterTerms } from '@/lib/wallet/swap/market';
import { wrapping } from '@/lib/wallet/swap/swap-call';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapQuote } from '@/lib/wallet/swap/use-swap-quote';

/** A quote with the user's slippage tolerance. All amounts are in base units. */
export type SwapOffer = {
  terms: RouterTerms;
  block: bigint | null;
  /** Set if the swap only wraps or unwraps the native currency. */
  change: 'wrap' | 'unwrap' | null;
  path: readonly Address[];
  amount: bigint;
  /** Amount received: the simulated amount if known, or else the amount quoted by the pools. */
  arrives: bigint;
  /** Fee that the tokens themselves deduct from the output of the pools. */
  tokenFee: bigint;
  minimum: bigint;
  impactBps: bigint;
  tier: ImpactTier;
  /** Gas units that the simulation used, with the approval, or null without a simulation. */
  gas: bigint | null;
  /** Why the simulation failed, or null if it did not. */
  refusal: ChainErrorCode | null;
  /** Whether a simulation was attempted, but the RPC endpoint could not run it. */
  isUntried: boolean;
};

/** Returns the offer for a quote, or null if there is no route. */
export function offerOf(
  { terms, block, route, trial }: SwapQuote,
  {
    sold,
    bought,
    amount,
    slippageBps,
  }: { sold: SwapToken; bought: SwapToken; amount: bigint; slippageBps: bigint },
): SwapOffer | null {
  if (!route) return null;
  const change = wrapping(sold.address, bought.address, terms.wrapped);
  const tried = trial?.outcome === 'arrives' ? trial : null;
  const arrives = tried ? tried.amount : route.out;
  return {
    terms,
    block,
    change,
    path: route.path,
    amount,
    arrives,
    tokenFee: tried && tried.amount < tried.promised ? tried.promised - tried.amount : 0n,
    minimum: change ? arrives : minimumReceived(arrives, slippageBps),
    impactBps: route.impactBps,
    tier: impactTier(route.impactBps),
    gas: tried?.gas ?? null,
    refusal: trial?.outcome === 'refused' ? trial.code : null,
    isUntried: trial?.outcome === 'untried',
  };
}
