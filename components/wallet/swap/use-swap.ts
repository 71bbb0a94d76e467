import type { Address } from 'viem';
import { useSettled } from '@/components/wallet/display/use-settled';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import type { Coin, Contract } from '@/lib/api/types';
import { type AmountProblem, parseAmount } from '@/lib/format/amount';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { readDeadline, readSlippage, SLIPPAGE_BPS } from '@/lib/wallet/swap/arithmetic';
import type { SwapContracts } from '@/lib/wallet/swap/market';
import type { SwapToken } from '@/lib/wallet/swap/token';
import { useSwapQuote } from '@/lib/wallet/swap/use-swap-quote';
import { offerOf, type SwapOffer } from './swap-offer';
import type { SwapDraft } from './swap-params';

/** Gas kept back when the chain's own coin is sold: about twice what a swap through three pools uses. */
const SWAP_GAS = 600_000n;
const TYPING_PAUSE_MS = 300;

/** Where the quote for what is typed stands. */
export type QuoteState = 'none' | 'asking' | 'unreachable' | 'noRoute' | 'stale' | 'ready';

export type SwapInput = {
  account: Address | undefined;
  place: SwapContracts;
  coins: readonly Coin[];
  contracts: readonly Contract[];
  tokens: readonly SwapToken[];
  sold: SwapToken;
  bought: SwapToken;
  draft: SwapDraft;
};

export type SwapView = {
  /** Base units; null where what is typed is none. */
  amount: bigint | null;
  amountProblem: AmountProblem | 'tooMuch' | null;
  /** Base units; undefined while unknown or without an account. */
  spendable: bigint | undefined;
  isBalanceFailed: boolean;
  state: QuoteState;
  offer: SwapOffer | null;
  /** Without an amount: what one whole unit comes to. */
  sample: SwapOffer | null;
  /** Whether the last try to read failed: what is shown is of an earlier one. */
  isLate: boolean;
  slippageBps: bigint | null;
  seconds: bigint | null;
  retry: () => void;
};

/** What a swap as it is filled in comes to, as the chain tells. */
export function useSwap({
  account,
  place,
  coins,
  contracts,
  tokens,
  sold,
  bought,
  draft,
}: SwapInput): SwapView {
  const { balances, failedChainIds } = useBalances(account, coins, contracts);
  const balance = balances.find(({ chainId, coin }) => chainId === place.chainId && coin.id === sold.coinId);
  const { spendable, failed } = useSpendable(balance, SWAP_GAS);

  const parsed = parseAmount(draft.amount, sold.decimals);
  const amount = 'value' in parsed ? parsed.value : null;
  const wanted = amount ?? 10n ** BigInt(sold.decimals);
  const asked = useSettled(wanted, TYPING_PAUSE_MS);
  const isCovered = amount !== null && spendable !== undefined && asked <= spendable;
  const { data, isStale, isError, errorUpdateCount, refetch } = useSwapQuote({
    place,
    tokens,
    sold,
    bought,
    amount: asked,
    payer: isCovered ? account : undefined,
  });

  const slippageBps = readSlippage(draft.slippage);
  const quote = asked === wanted ? data : undefined;
  const comesTo = quote
    ? offerOf(quote, { sold, bought, amount: asked, slippageBps: slippageBps ?? SLIPPAGE_BPS.usual })
    : null;
  // Without data, isError falls back to pending whenever the node is asked again.
  const isFailed = isError || (data === undefined && errorUpdateCount > 0);
  const state = (): QuoteState => {
    if (!quote && asked === wanted && isFailed) return 'unreachable';
    if (amount === null) return 'none';
    if (!quote) return 'asking';
    if (!comesTo) return 'noRoute';
    return isStale ? 'stale' : 'ready';
  };
  const isTooMuch = amount !== null && spendable !== undefined && amount > spendable;
  return {
    amount,
    amountProblem: 'problem' in parsed ? parsed.problem : isTooMuch ? 'tooMuch' : null,
    spendable,
    isBalanceFailed: failed || failedChainIds.includes(place.chainId),
    state: state(),
    offer: amount === null ? null : comesTo,
    sample: amount === null ? comesTo : null,
    isLate: amount !== null && quote !== undefined && isFailed,
    slippageBps,
    seconds: readDeadline(draft.minutes),
    retry: () => void refetch(),
  };
}
