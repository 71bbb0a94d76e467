import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useCoins } from '@/lib/api/hooks';
import type { Coin, HistoryPeriod } from '@/lib/api/types';
import { useCurrency } from '@/lib/preferences/currency';
import { PairChoice } from './pair-choice';
import { PairHistory } from './pair-history';
import { usePair } from './use-pair';

const periods: readonly HistoryPeriod[] = ['day', 'week', 'month'];

function Chart({ coins, of }: { coins: readonly Coin[]; of: Coin | null }) {
  const t = useTranslations('wallet.coins.pair');
  const currency = useCurrency((state) => state.currency);
  const [period, setPeriod] = useState<HistoryPeriod>('week');
  const { pair, choose } = usePair(coins, of);
  if (!pair) return <p className="measure text-muted">{t('none')}</p>;
  return (
    <>
      <PairChoice pair={pair} coins={coins} currency={currency} isBaseFixed={of !== null} onChoose={choose} />
      <Tabs
        label={t('period')}
        tabs={periods.map((value) => ({ value, label: t(value) }))}
        value={period}
        onChange={setPeriod}
      >
        <PairHistory pair={pair} period={period} hasPrice={of === null || pair.quote !== null} />
      </Tabs>
    </>
  );
}

/** What one coin has cost in another, or in the display currency; `of` is the coin of a page about one. */
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
        <div aria-busy="true" className="busy-line" />
      )}
    </section>
  );
}
