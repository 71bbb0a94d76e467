import { useFormatter } from 'next-intl';
import type { ChainMapping } from '@/lib/api/types';
import { type Unlock, unlockKey } from '@/lib/wallet/unlocks/plan-unlocks';
import { UnlockItem } from './unlock-item';

const monthOf = ({ at }: Unlock) => new Date(Number(at) * 1_000).toISOString().slice(0, 7);

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
  return [...new Set(unlocks.map(monthOf))].map((month) => (
    <section key={month} aria-labelledby={`unlocks-${month}`} className="grid gap-1">
      <h3 id={`unlocks-${month}`} className="text-sm text-muted">
        {format.dateTime(new Date(`${month}-01T00:00:00Z`), { year: 'numeric', month: 'long' })}
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
