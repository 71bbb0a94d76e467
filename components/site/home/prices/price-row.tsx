import { CoinIcon } from '@/components/ui/coin-icon';
import type { Coin, CoinPrice } from '@/lib/api/types';
import { smoothPath } from '@/lib/art/path';
import { FiatText } from './fiat-text';

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

const SPARK = { width: 96, height: 32, margin: 2 };

/** The past day as one line of the drawing's kind; a flat one where there is nothing to draw. */
function sparkPath(points: readonly number[]): string {
  const values = points.length > 1 ? points : [0, 0];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const reach = high - low || 1;
  const { width, height, margin } = SPARK;
  return smoothPath(
    values.map((value, i) => [
      (i * width) / (values.length - 1),
      high === low ? height / 2 : margin + ((high - value) / reach) * (height - 2 * margin),
    ]),
  );
}

function Change({ change, day }: { change: string | null; day: string }) {
  if (change === null) return null;
  const [sign, tone] = change.startsWith('-')
    ? ['▼', 'text-loss']
    : /[1-9]/.test(change)
      ? ['▲', 'text-gain']
      : ['', 'text-muted'];
  return (
    <span className={`figures block text-xs ${tone}`}>
      <span aria-hidden="true">{sign} </span>
      {change} %<span className="sr-only"> {day}</span>
    </span>
  );
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
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        className="h-8 min-w-4 flex-1 text-tide"
      >
        <path d={sparkPath(price.spark)} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="text-end leading-tight">
        <FiatText value={price.price} {...money} className="text-sm" />
        {late === null ? (
          <Change change={price.change24h} day={day} />
        ) : (
          <span className="block text-xs text-warning">{late}</span>
        )}
      </span>
    </label>
  );
}
