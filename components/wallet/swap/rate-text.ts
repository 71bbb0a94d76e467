import { formatAmount } from '@/lib/format/amount';
import { rateBetween } from '@/lib/wallet/swap/arithmetic';
import type { SwapToken } from '@/lib/wallet/swap/token';

type Side = { token: SwapToken; value: bigint };

/** What one whole token of a side is worth in the other, as text: 1 ETH = 2,492.5 tUSDT. */
export function rateText(one: Side, other: Side, locale: string): string {
  const rate = rateBetween(
    { value: one.value, decimals: one.token.decimals },
    { value: other.value, decimals: other.token.decimals },
  );
  if (!rate) return '–';
  return `1 ${one.token.symbol} = ${formatAmount(rate.value, rate.decimals, locale, rate.places)} ${other.token.symbol}`;
}
