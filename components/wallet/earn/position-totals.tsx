import { useTranslations } from 'next-intl';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { useShortList } from '@/components/wallet/display/short-lists';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { offerKinds } from '@/lib/wallet/earn/offers';
import type { Position } from '@/lib/wallet/earn/positions';
import { partFiatValue } from '@/lib/wallet/portfolio/holdings';

/**
 * React hook that returns the fiat values of positions and their earnings, in units of 1e-18 of the display currency,
 * with notes on what they leave out. `figures` is null if no price is known.
 */
export function usePositionTotals(
  positions: readonly Position[],
  { priceOf, isStale }: DisplayPrices,
  isReading: boolean,
) {
  const t = useTranslations('wallet.earn.positions');
  const list = useShortList();
  const parts = positions.flatMap(({ kind, token, amount, earned }) => [
    { kind, isEarned: false, token, amount },
    ...(earned ? [{ kind, isEarned: true, ...earned }] : []),
  ]);
  const valued = parts.map((part) => ({
    ...part,
    value: partFiatValue(part, (coinId) => priceOf(coinId)?.price),
  }));
  const sum = (own: typeof valued) => own.reduce((total, { value = 0n }) => total + value, 0n);
  const held = valued.filter(({ isEarned }) => !isEarned);
  const isKnown = !isReading && valued.some(({ value }) => value !== undefined);
  const unpriced = valued.filter(({ value, amount }) => value === undefined && amount > 0n);
  const isOld = valued.some(({ token }) => {
    const price = priceOf(token.coinId);
    return price !== undefined && isStale(price);
  });
  return {
    figures: isKnown
      ? {
          held: sum(held),
          earned: sum(valued.filter(({ isEarned }) => isEarned)),
          byKind: offerKinds.flatMap((kind) => {
            const own = held.filter((part) => part.kind === kind);
            return own.length > 0 ? [{ kind, value: sum(own) }] : [];
          }),
        }
      : null,
    notes: [
      ...(isKnown && unpriced.length > 0
        ? [t('unpriced', { coins: list([...new Set(unpriced.map(({ token }) => token.symbol))]) })]
        : []),
      ...(isOld ? [t('stale')] : []),
    ],
  };
}

/** Totals of all positions and earnings in the display currency, with notes on what the totals exclude. */
export function PositionTotals({
  positions,
  prices,
  isReading,
}: {
  positions: readonly Position[];
  prices: DisplayPrices;
  isReading: boolean;
}) {
  const t = useTranslations('wallet.earn.positions');
  const { money } = prices;
  const { figures, notes } = usePositionTotals(positions, prices, isReading);
  const shown = figures || isReading ? notes : [t('noPrices'), ...notes];
  const figure = (value: bigint | undefined) =>
    value === undefined ? (
      <span className="text-muted">–</span>
    ) : (
      <FiatValueText value={value} money={money} />
    );
  return (
    <div className="grid gap-3">
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">{t('total', { currency: money.currency })}</dt>
          <dd className="font-display text-3xl">{figure(figures?.held)}</dd>
          <dd className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {offerKinds
              .filter((kind) => positions.some((position) => position.kind === kind))
              .map((kind) => (
                <span key={kind}>
                  <span className="text-muted">{t(`held.${kind}`)}</span>{' '}
                  {figure(figures?.byKind.find((own) => own.kind === kind)?.value)}
                </span>
              ))}
          </dd>
        </div>
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">{t('earned', { currency: money.currency })}</dt>
          <dd className="font-display text-3xl">{figure(figures?.earned)}</dd>
          <dd className="measure text-xs text-muted">{t('earnedNote')}</dd>
        </div>
      </dl>
      {shown.map((note) => (
        <p key={note} className="measure text-sm text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}
