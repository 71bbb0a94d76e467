import { useFormatter, useTimeZone } from 'next-intl';
import type { ChainMapping } from '@/lib/api/types';
import { wallClock } from '@/lib/format/zoned-time';
import { type Unlock, unlockKey } from '@/lib/wallet/unlocks/plan-unlocks';
import { UnlockItem } from './unlock-item';

/** List of unlocks, grouped by month. */
export function UnlockMonths({
  unlocks,
  chains,
  nowOf,
  onSave,
}: {
  /** Sorted by date. */
  unlocks: readonly Unlock[];
  chains: readonly ChainMapping[];
  nowOf: (chainId: number) => bigint | undefined;
  onSave: (unlock: Unlock) => void;
}) {
  const format = useFormatter();
  const timeZone = useTimeZone();
  const monthOf = ({ at }: Unlock) =>
    wallClock(Number(at) * 1_000, timeZone)
      .toISOString()
      .slice(0, 7);
  return [...new Set(unlocks.map(monthOf))].map((month) => (
    <section key={month} aria-labelledby={`unlocks-${month}`} className="grid gap-1">
      <h3 id={`unlocks-${month}`} className="text-sm text-muted">
        {format.dateTime(new Date(`${month}-01T00:00:00Z`), {
          year: 'numeric',
          month: 'long',
          timeZone: 'UTC',
        })}
      </h3>
      <ol className="grid border-t border-line">
        {unlocks
          .filter((unlock) => monthOf(unlock) === month)
          .map((unlock) => (
            <UnlockItem
              key={unlockKey(unlock)}
              unlock={unlock}
              network={chains.find(({ id }) => id === unlock.chainId)?.name ?? String(unlock.chainId)}
              now={nowOf(unlock.chainId)}
              onSave={() => onSave(unlock)}
            />
          ))}
      </ol>
    </section>
  ));
}
