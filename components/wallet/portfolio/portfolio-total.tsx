import { useTranslations } from 'next-intl';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { useShortList } from '@/components/wallet/display/short-lists';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { holdingLocations, totalOf, type ValuedPart } from '@/lib/wallet/portfolio/holdings';
import {
  PlacesSkeleton,
  placeClass,
  placesClass,
  TotalBar,
  totalClass,
  totalHeight,
} from './portfolio-skeleton';

/** React hook that returns notes on prices that a total lacks, and on those that are stale. */
export function usePriceNotes(
  parts: readonly ValuedPart[],
  { priceOf, isStale }: Pick<DisplayPrices, 'priceOf' | 'isStale'>,
): { unpriced: string[]; stale: string[] } {
  const t = useTranslations('wallet.portfolio');
  const list = useShortList();
  const symbols = parts.filter(({ value }) => value === undefined).map(({ token }) => token.symbol);
  const isOld = parts.some(({ token }) => {
    const found = token.coinId === null ? undefined : priceOf(token.coinId);
    return found !== undefined && isStale(found);
  });
  return {
    unpriced: symbols.length > 0 ? [t('unpriced', { coins: list([...new Set(symbols)]) })] : [],
    stale: isOld ? [t('stale')] : [],
  };
}

/** Total fiat value, overall and by location, with notes on what the total leaves out. */
export function PortfolioTotal({
  parts,
  prices,
  isReading,
  isPartial,
  hasTestnets = false,
}: {
  parts: readonly ValuedPart[];
  prices: DisplayPrices;
  isReading: boolean;
  isPartial: boolean;
  /** Whether the account has tokens on test networks, which are left out. */
  hasTestnets?: boolean;
}) {
  const t = useTranslations('wallet.portfolio');
  const shared = useTranslations('wallet.total');
  const { money } = prices;
  const { unpriced, stale } = usePriceNotes(parts, prices);
  // If there are no holdings, the total is known to be zero only if every read succeeded.
  const isEmpty = parts.length === 0 && !isPartial;
  const isKnown = !isReading && (isEmpty || parts.some(({ value }) => value !== undefined));
  const places = holdingLocations.flatMap((place) => {
    const own = parts.filter((part) => part.place === place);
    return own.length > 0 ? [{ place, value: totalOf(own) }] : [];
  });
  const notes = [
    ...(hasTestnets ? [shared('testnets')] : []),
    ...(parts.length === 0
      ? []
      : [...(isKnown ? unpriced : [t('noPrices')]), ...(isPartial ? [t('partial')] : []), ...stale]),
  ];
  return (
    <section
      aria-labelledby="portfolio-total"
      aria-busy={isReading}
      className={`${totalClass} ${isReading || isKnown ? totalHeight : ''}`}
    >
      <h2 id="portfolio-total" className="text-sm text-muted">
        {t('total', { currency: money.currency })}
      </h2>
      <div className="font-display text-4xl">
        {isKnown ? (
          <FiatValueText value={totalOf(parts)} money={money} />
        ) : isReading ? (
          <TotalBar />
        ) : (
          <span className="text-muted">–</span>
        )}
      </div>
      {isReading ? (
        <div aria-hidden="true">
          <PlacesSkeleton />
        </div>
      ) : isKnown ? (
        <dl className={placesClass}>
          {places.map(({ place, value }) => (
            <div key={place} className={placeClass}>
              <dt className="text-xs whitespace-nowrap text-muted">{t(`place.${place}`)}</dt>
              <dd className="text-sm">
                <FiatValueText value={value} money={money} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {isReading
        ? null
        : notes.map((note) => (
            <p key={note} className="measure text-sm text-muted">
              {note}
            </p>
          ))}
    </section>
  );
}
