import { useTranslations } from 'next-intl';
import type { DisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { Bar } from '@/components/wallet/display/skeleton';
import type { Coin } from '@/lib/api/types';
import type { Position } from '@/lib/wallet/earn/positions';
import { PositionRow } from './position-row';
import { PositionTotals } from './position-totals';

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
          <PositionTotals positions={positions} prices={prices} isReading={isReading || prices.isWaiting} />
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
