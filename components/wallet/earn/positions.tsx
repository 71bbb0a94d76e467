import { useTranslations } from 'next-intl';
import type { DisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { useShortList } from '@/components/wallet/display/short-lists';
import { Bar } from '@/components/wallet/display/skeleton';
import type { Coin } from '@/lib/api/types';
import { type OfferKind, offerKinds } from '@/lib/wallet/earn/offers';
import type { Position } from '@/lib/wallet/earn/positions';
import { partFiatValue } from '@/lib/wallet/portfolio/holdings';
import { PositionRow } from './position-row';

/** Placeholders for the totals only, because the number of positions isn't known yet. */
function Waiting() {
  return (
    <div aria-busy="true" className="grid h-24 grid-cols-2 content-start gap-x-8">
      {['total', 'earned'].map((name) => (
        <div key={name} className="grid gap-4">
          <Bar className="mt-1 w-3/4" />
          <Bar className="h-9! w-full" />
        </div>
      ))}
    </div>
  );
}

/** Totals of all positions and earnings in the display currency, with notes on what the totals exclude. */
function Totals({
  positions,
  prices,
  isReading,
}: {
  positions: readonly Position[];
  prices: DisplayPrices;
  isReading: boolean;
}) {
  const t = useTranslations('wallet.earn.positions');
  const list = useShortList();
  const { priceOf, isLate, money } = prices;
  const parts = positions.flatMap(({ kind, token, amount, earned }) => [
    { kind, isEarned: false, token, amount },
    ...(earned ? [{ kind, isEarned: true, ...earned }] : []),
  ]);
  const valued = parts.map((part) => ({
    ...part,
    value: partFiatValue(part, (coinId) => priceOf(coinId)?.price),
  }));
  const sum = (own: typeof valued) => own.reduce((total, { value = 0n }) => total + value, 0n);
  const held = (kind: OfferKind) => valued.filter((part) => part.kind === kind && !part.isEarned);
  const isKnown = !isReading && valued.some(({ value }) => value !== undefined);
  const unpriced = [
    ...new Set(
      valued
        .filter(({ value, amount }) => value === undefined && amount > 0n)
        .map(({ token }) => token.symbol),
    ),
  ];
  const isOld = valued.some(({ token }) => {
    const price = priceOf(token.coinId);
    return price !== undefined && isLate(price);
  });
  const notes = [
    ...(isKnown || isReading ? [] : [t('noPrices')]),
    ...(isKnown && unpriced.length > 0 ? [t('unpriced', { coins: list(unpriced) })] : []),
    ...(isOld ? [t('late')] : []),
  ];
  const figure = (value: bigint) =>
    isKnown ? <FiatValueText value={value} money={money} /> : <span className="text-muted">–</span>;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">{t('total', { currency: money.currency })}</dt>
          <dd className="font-display text-3xl">{figure(sum(valued.filter(({ isEarned }) => !isEarned)))}</dd>
          <dd className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {offerKinds
              .filter((kind) => held(kind).length > 0)
              .map((kind) => (
                <span key={kind}>
                  <span className="text-muted">{t(`held.${kind}`)}</span> {figure(sum(held(kind)))}
                </span>
              ))}
          </dd>
        </div>
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">{t('earned', { currency: money.currency })}</dt>
          <dd className="font-display text-3xl">{figure(sum(valued.filter(({ isEarned }) => isEarned)))}</dd>
          <dd className="measure text-xs text-muted">{t('earnedNote')}</dd>
        </div>
      </dl>
      {notes.map((note) => (
        <p key={note} className="measure text-sm text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

/** The account's stakes, pledges, and presale amounts, with their earnings. */
export function Positions({
  positions,
  isReading,
  isPartial,
  coins,
  prices,
  networkOf,
  nowOf,
}: {
  positions: readonly Position[];
  isReading: boolean;
  /** Whether reading a network failed, so that positions may be missing. */
  isPartial: boolean;
  coins: readonly Coin[];
  prices: DisplayPrices;
  networkOf: (chainId: number) => string;
  nowOf: (position: Position) => bigint | undefined;
}) {
  const t = useTranslations('wallet.earn.positions');
  return (
    <section aria-labelledby="earn-positions" className="grid min-h-40 content-start gap-6">
      <h2 id="earn-positions" className="text-xl">
        {t('title')}
      </h2>
      <p role="status" className="sr-only">
        {isReading ? t('loading') : ''}
      </p>
      {positions.length > 0 ? (
        <>
          <Totals positions={positions} prices={prices} isReading={isReading || prices.isWaiting} />
          <ul aria-labelledby="earn-positions" className="border-t border-line">
            {positions.map((position) => (
              <PositionRow
                key={position.key}
                position={position}
                network={networkOf(position.chainId)}
                icon={coins.find(({ id }) => id === position.token.coinId)?.icon}
                now={nowOf(position)}
                prices={prices}
              />
            ))}
          </ul>
        </>
      ) : isReading ? (
        <Waiting />
      ) : isPartial ? null : (
        <p className="measure text-muted">{t('empty')}</p>
      )}
    </section>
  );
}
