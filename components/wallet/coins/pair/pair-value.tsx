import { formatUnits } from 'viem';
import { FiatText } from '@/components/ui/fiat-text';
import type { ShownPrices } from '@/components/wallet/coins/use-shown-prices';
import { type Pair, RATIO_DECIMALS, ratioText } from '@/lib/prices/price-pair';

/** What one coin of a pair costs (1e-36), as money or in the other coin. */
export function PairValue({
  value,
  pair: { quote },
  money,
  className = '',
}: {
  value: bigint;
  pair: Pair;
  money: ShownPrices['money'];
  className?: string;
}) {
  if (!quote) return <FiatText value={formatUnits(value, RATIO_DECIMALS)} {...money} className={className} />;
  return (
    <span className={`figures ${className}`}>
      {ratioText(value, money.locale)} <span className="text-[0.75em] text-muted">{quote.symbol}</span>
    </span>
  );
}
