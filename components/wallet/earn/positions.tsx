import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import type { Coin } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { Position } from '@/lib/wallet/earn/positions';
import { PositionsPlaceholder } from './earn-skeleton';
import { PositionRow } from './position-row';
import { PositionTotals } from './position-totals';

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
  const node = useTranslations('wallet.node');
  const isUnread = positions.length === 0 && !isReading && isPartial;
  return (
    <section
      aria-labelledby="earn-positions"
      className={`grid content-start gap-6 ${isUnread ? '' : 'min-h-48'}`}
    >
      <h2 id="earn-positions" className="text-xl">
        {t('title')}
      </h2>
      <p role="status" className="sr-only">
        {isReading ? t('loading') : ''}
      </p>
      {positions.length > 0 ? (
        <OwnAmounts>
          <PositionTotals positions={positions} prices={prices} isReading={isReading || prices.isWaiting} />
          <ul aria-labelledby="earn-positions" className="border-t border-line">
            {positions.map((position) => (
              <PositionRow
                key={position.key}
                position={position}
                network={networkOf(position.chainId)}
                icon={coins.find(({ id }) => id === position.subject.coinId)?.icon}
                now={nowOf(position)}
                prices={prices}
              />
            ))}
          </ul>
        </OwnAmounts>
      ) : isReading ? (
        <PositionsPlaceholder />
      ) : isPartial ? (
        <p className="text-sm text-muted">{node('unavailable')}</p>
      ) : (
        <EmptyState>{t('empty')}</EmptyState>
      )}
    </section>
  );
}
