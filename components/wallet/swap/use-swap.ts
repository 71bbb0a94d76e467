import type { Address } from 'viem';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import { MOST_CALLDATA, useSpendable } from '@/components/wallet/fields/use-spendable';
import type { Coin, Contract } from '@/lib/api/types';
import { useFeesPerGas } from '@/lib/evm/use-fees-per-gas';
import { useL1Fee } from '@/lib/evm/use-l1-fee';
import { type AmountProblem, parseAmount } from '@/lib/format/amount';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { readDeadline, readSlippage, SLIPPAGE_BPS } from '@/lib/wallet/swap/arithmetic';
import type { SwapContracts } from '@/lib/wallet/swap/market';
import { useSwapPreferences } from '@/lib/wallet/swap/swap-preferences';
import type { SwapToken } from '@/lib/wallet/swap/token';
import { useSwapQuote } from '@/lib/wallet/swap/use-swap-quote';
import { offerOf, type SwapOffer } from './swap-offer';
import type { SwapDraft } from './swap-params';

/** Gas units reserved when the native currency is sold: about twice what a swap through three pools uses. */
const SWAP_GAS = 600_000n;
const TYPING_PAUSE_MS = 300;

/** State of the quote for the current input. */
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
  /** Amount in base units, or null if the input is invalid. */
  amount: bigint | null;
  amountProblem: AmountProblem | 'tooMuch' | 'keepFee' | null;
  /** Wallet balance of the token to sell. Undefined if it is unknown or there is no account. */
  balance: bigint | undefined;
  /** The balance, minus the network fee if the fee is paid in the same currency. */
  spendable: bigint | undefined;
  isBalanceFailed: boolean;
  state: QuoteState;
  offer: SwapOffer | null;
  /** Quote for one whole token, if no amount is entered. */
  sample: SwapOffer | null;
  /** Estimated maximum network fee of the swap and its approval, in wei. Undefined while unknown. */
  networkFee: bigint | undefined;
  /** Whether the last read failed. If so, the data shown is from an earlier read. */
  isStale: boolean;
  slippageBps: bigint | null;
  seconds: bigint | null;
  retry: () => void;
};

/** React hook that returns the quote for a swap form's input, and the state of the form. */
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
  const asked = useDebounced(wanted, TYPING_PAUSE_MS);
  const isCovered = amount !== null && spendable !== undefined && asked <= spendable;
  const { data, isStale, isError, errorUpdateCount, refetch } = useSwapQuote({
    place,
    tokens,
    sold,
    bought,
    amount: asked,
    payer: isCovered ? account : undefined,
  });

  const { slippage, minutes } = useSwapPreferences();
  const slippageBps = readSlippage(slippage);
  const quote = asked === wanted ? data : undefined;
  const quotedOffer = quote
    ? offerOf(quote, { sold, bought, amount: asked, slippageBps: slippageBps ?? SLIPPAGE_BPS.usual })
    : null;
  const gas = quotedOffer?.gas ?? null;
  const { data: fees } = useFeesPerGas(place.chainId, gas !== null);
  const { fee: l1Fee } = useL1Fee(gas === null ? undefined : place.chainId, MOST_CALLDATA);
  // While there is no data, isError resets on every retry.
  const isFailed = isError || (data === undefined && errorUpdateCount > 0);
  const state = (): QuoteState => {
    if (!quote && asked === wanted && isFailed) return 'unreachable';
    if (amount === null) return 'none';
    if (!quote) return 'asking';
    if (!quotedOffer) return 'noRoute';
    return isStale ? 'stale' : 'ready';
  };
  const isTooMuch = amount !== null && spendable !== undefined && amount > spendable;
  const isFeeMissing = isTooMuch && balance?.inWallet !== undefined && amount <= balance.inWallet;
  return {
    amount,
    amountProblem:
      'problem' in parsed ? parsed.problem : isFeeMissing ? 'keepFee' : isTooMuch ? 'tooMuch' : null,
    balance: balance?.inWallet,
    spendable,
    isBalanceFailed: failed || failedChainIds.includes(place.chainId),
    state: state(),
    offer: amount === null ? null : quotedOffer,
    sample: amount === null ? quotedOffer : null,
    networkFee: gas === null || !fees || l1Fee === undefined ? undefined : gas * fees.maxFeePerGas + l1Fee,
    isStale: amount !== null && quote !== undefined && isFailed,
    slippageBps,
    seconds: readDeadline(minutes),
    retry: () => void refetch(),
  };
}
