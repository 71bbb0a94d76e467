import { CoinIcon } from '@/components/ui/coin-icon';
import { FiatText } from '@/components/ui/fiat-text';
import { PriceChange } from '@/components/ui/price-change';
import { SparkLine } from '@/components/ui/spark-line';
import type { Coin, CoinPrice } from '@/lib/api/types';

interface PriceRowProps {
  coin: Coin;
  price: CoinPrice;
  pair: string;
  currency: string;
  locale: string;
  decimals: number | undefined;
  /** Said in place of the change when the price is not to be relied on. */
  late: string | null;
  /** What the change is measured over. */
  day: string;
  chosen: boolean;
  onChoose: () => void;
}

/** One coin's price, to be chosen as the pair of interest. */
export function PriceRow({ coin, price, pair, day, late, chosen, onChoose, ...money }: PriceRowProps) {
  return (
    <label className="relative flex min-h-[4.25rem] cursor-pointer items-center gap-3 bg-raised px-4 py-2 sm:px-6 has-checked:bg-water-wash has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus lg:px-8">
      <input
        type="radio"
        name="spot-pair"
        value={pair}
        checked={chosen}
        onChange={onChoose}
        className="sr-only"
      />
      <CoinIcon icon={coin.icon} size={28} />
      <span className="min-w-14 text-sm">{coin.symbol}</span>
      <SparkLine points={price.spark} className="h-8 min-w-4 flex-1 text-tide" />
      <span className="text-end leading-tight">
        <FiatText value={price.price} {...money} className="text-sm" />
        {late === null ? (
          <PriceChange change={price.change24h} day={day} />
        ) : (
          <span className="block text-xs text-warning">{late}</span>
        )}
      </span>
    </label>
  );
}
