import { formatUnits } from 'viem';
import type { ShownPrices } from '@/components/wallet/coins/use-shown-prices';
import { fiatParts } from '@/lib/format/fiat';
import { type Pair, RATIO_DECIMALS, ratioText } from '@/lib/prices/price-pair';

/** What one coin of a pair costs (1e-36), as money or in the other coin, where only text can stand. */
export function pairString(
  value: bigint,
  { quote }: Pair,
  { currency, locale, decimals }: ShownPrices['money'],
): string {
  if (quote) return `${ratioText(value, locale)} ${quote.symbol}`;
  return fiatParts(formatUnits(value, RATIO_DECIMALS), currency, locale, decimals)
    .map(({ value: part }) => part)
    .join('');
}
