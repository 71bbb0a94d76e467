import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ChartSkeleton } from '@/components/wallet/chart/chart-skeleton';
import { RangeTabs, useRange } from '@/components/wallet/chart/range-tabs';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { TextButton } from '@/components/wallet/display/text-button';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import { useCoins } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { useCurrency } from '@/lib/preferences/currency';
import { type Pair, pairPast, pairText, readPair } from '@/lib/prices/price-pair';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';
import { PairHistory } from './pair-history';

const CURRENCY = 'currency';

/** Select menus for the coin, and for the coin or display currency that it is priced in. */
function PairChoice({
  pair,
  coins,
  currency,
  isBaseFixed,
  onChoose,
}: {
  pair: Pair;
  coins: readonly Coin[];
  currency: string;
  isBaseFixed: boolean;
  onChoose: (pair: Pair) => void;
}) {
  const t = useTranslations('wallet.coins.pair');
  const { base, quote } = pair;
  const option = ({ id, symbol }: Coin) => ({ value: String(id), label: symbol });
  const find = (id: string) => coins.find((coin) => String(coin.id) === id) ?? null;
  const chooseBase = (id: string) => {
    const next = find(id);
    // A coin cannot be priced in itself.
    if (next) onChoose({ base: next, quote: next.id === quote?.id ? null : quote });
  };
  return (
    <div className="grid max-w-form gap-x-4 gap-y-2 sm:grid-cols-2">
      {isBaseFixed ? null : (
        <TokenSelect
          label={t('base')}
          value={String(base.id)}
          options={coins.map(option)}
          onChange={chooseBase}
        />
      )}
      <TokenSelect
        label={t('quote')}
        value={quote ? String(quote.id) : CURRENCY}
        options={[
          { value: CURRENCY, label: currency },
          ...coins.filter(({ id }) => id !== base.id).map(option),
        ]}
        onChange={(id) => onChoose({ base, quote: find(id) })}
      />
      {quote && !isBaseFixed ? (
        <div className="sm:col-span-2">
          <TextButton onClick={() => onChoose({ base: quote, quote: base })}>{t('turn')}</TextButton>
        </div>
      ) : null}
    </div>
  );
}

/**
 * React hook that returns the selected pair. The default is the first coin, priced in the display currency. If `of` is
 * set, `of` is always the base coin, and a stored pair with a different base coin is ignored. The selection is stored
 * on this device until the display currency changes (CUR-2).
 */
function usePair(coins: readonly Coin[], of: Coin | null) {
  const currency = useCurrency((state) => state.currency);
  const selected = readPair(
    useSpotPair((state) => state.pair),
    coins,
    currency,
  );
  const base = of ?? coins[0];
  const isMatch = selected !== null && (of === null || selected.base.id === of.id);
  const pair: Pair | null = isMatch ? selected : base ? { base, quote: null } : null;
  return { pair, choose: (next: Pair) => chooseSpotPair(pairText(next, currency)) };
}

function Chart({ coins, of }: { coins: readonly Coin[]; of: Coin | null }) {
  const t = useTranslations('wallet.coins.pair');
  const currency = useCurrency((state) => state.currency);
  const period = useRange();
  const { pair, choose } = usePair(coins, of);
  if (!pair) return <p className="measure text-muted">{t('none')}</p>;
  return (
    <>
      <PairChoice pair={pair} coins={coins} currency={currency} isBaseFixed={of !== null} onChoose={choose} />
      <RangeTabs
        label={t('period')}
        value={period}
        hasData={(history) => pairPast(history, pair).points.length > 0}
      >
        <PairHistory pair={pair} period={period} />
      </RangeTabs>
    </>
  );
}

/**
 * Chart of a coin's price in another coin or in the display currency. If `of` is set, the chart always shows that coin.
 */
export function PairChart({ of = null }: { of?: Coin | null }) {
  const t = useTranslations('wallet.coins');
  const id = useId();
  const Heading = of ? 'h3' : 'h2';
  const { data, error, mutate } = useCoins();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <Heading id={id} className="text-xl">
        {of ? t('pair.over', { symbol: of.symbol }) : t('pair.title')}
      </Heading>
      {data ? (
        <Chart coins={data} of={of && (data.find((coin) => coin.id === of.id) ?? of)} />
      ) : error ? (
        <RetryAlert message={t('listFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : (
        <ChartSkeleton text={t('pair.loading')} />
      )}
    </section>
  );
}
