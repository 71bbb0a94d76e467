import { useFormatter, useNow, useTranslations } from 'next-intl';
import { FiatText, PriceChange } from '@/components/ui/fiat-text';
import { SparkLine } from '@/components/ui/spark-line';
import { SampleLabel } from '@/components/wallet/display/sample-label';
import { Bar } from '@/components/wallet/display/skeleton';
import { PRICE_POLL_MS } from '@/lib/api/hooks';
import type { CoinPrice } from '@/lib/api/types';
import { priceSourceName } from '@/lib/prices/price-source-name';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';

/** Shows how long ago a source confirmed a price. */
export function PriceAge({ at: time, style = 'long' }: { at: string; style?: 'long' | 'narrow' }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: PRICE_POLL_MS });
  const t = useTranslations('wallet.coins');
  const at = new Date(time);
  return (
    <time dateTime={time} className="figures">
      {/* The time seems to be in the future if the device's clock is behind the server's. */}
      {now.getTime() - at.getTime() < 1_000 ? t('justNow') : format.relativeTime(at, { now, style })}
    </time>
  );
}

/** Lists the sources whose prices make up the median, and shows how old the price is. */
function PriceOrigin({ price }: { price: CoinPrice }) {
  const t = useTranslations('wallet.coins');
  const format = useFormatter();
  return (
    <p className="text-sm text-muted">
      {t.rich(price.sources.length === 1 ? 'source' : 'sources', {
        count: price.sources.length,
        sources: format.list(price.sources.map(priceSourceName)),
        age: () => <PriceAge at={price.at} />,
      })}
    </p>
  );
}

/** Lines of a price that is loading, as high as the price. */
function PriceBars() {
  return (
    <div aria-hidden="true" className="grid min-h-24 content-start gap-3 pt-1">
      <Bar className="h-8 w-48" />
      <Bar className="w-28" />
      <Bar className="mt-2 w-64" />
    </div>
  );
}

/** Placeholder of the price card while the coin isn't known yet. */
export function PriceSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3 rounded-soft border border-line bg-raised p-6">
      <Bar className="my-1 w-24" />
      <PriceBars />
    </div>
  );
}

/** A coin's price in the display currency, with its 24h change, sources, and age. */
export function CoinPriceCard({ coinId }: { coinId: number }) {
  const t = useTranslations('wallet.coins');
  const { priceOf, isStale, isWaiting, money } = useDisplayPrices();
  const price = priceOf(coinId);
  return (
    <section
      aria-labelledby="coin-price"
      className="grid gap-3 rounded-soft border border-line bg-raised p-6"
    >
      <h3 id="coin-price" className="text-sm text-muted">
        {t('price', { currency: money.currency })}
      </h3>
      {price ? (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <div>
              <FiatText value={price.price} {...money} className="font-display text-3xl" />
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
                <PriceChange change={price.change24h} locale={money.locale} className="text-sm" />
                {price.change24h === null ? null : t('day')}
              </p>
            </div>
            <div className="grid w-48 max-w-full justify-items-end gap-1">
              <SparkLine points={price.spark} className="h-12 w-full text-tide" />
              {price.sample ? <SampleLabel /> : null}
            </div>
          </div>
          <PriceOrigin price={price} />
          {isStale(price) ? <p className="text-sm text-warning">{t('staleNote')}</p> : null}
        </>
      ) : isWaiting ? (
        <>
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
          <PriceBars />
        </>
      ) : (
        <p role="status">{t('noPriceNote')}</p>
      )}
    </section>
  );
}
