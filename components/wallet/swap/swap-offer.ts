import type { Address } from 'viem';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { type ImpactTier, impactTier, minimumReceived } from '@/lib/wallet/swap/arithmetic';
import type { RouterTerms } from '@/lib/wallet/swap/market';
import { wrapping } from '@/lib/wallet/swap/swap-call';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapQuote } from '@/lib/wallet/swap/use-swap-quote';

/** What a swap comes to: a quote with the reader's own limit. All amounts in base units. */
export type SwapOffer = {
  terms: RouterTerms;
  block: bigint | null;
  /** A coin and its wrapped form change into one another. */
  change: 'wrap' | 'unwrap' | null;
  path: readonly Address[];
  amount: bigint;
  /** What arrives: as a trial showed, else as the pools promise. */
  arrives: bigint;
  /** What tokens keep on their way of what the pools give. */
  tokenFee: bigint;
  minimum: bigint;
  impactBps: bigint;
  tier: ImpactTier;
  /** Why the network refused a trial. */
  refusal: ChainErrorCode | null;
  /** Whether somebody can pay and the node tried nothing out. */
  isUntried: boolean;
};

/** The offer behind a quote, or null where no pools lead there. */
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
    refusal: trial?.outcome === 'refused' ? trial.code : null,
    isUntried: trial?.outcome === 'untried',
  };
}
