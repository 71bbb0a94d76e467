import { useFormatter, useNow, useTranslations } from 'next-intl';
import { earlierEntries } from '@/lib/wallet/transactions/earlier-entries';
import { isMissing, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { SheetOrder } from './sheet';
import { useActionText } from './use-action-text';

const TICK_MS = 10_000;
/** The shortest time that is shown, because "now" doesn't fit the sentence. */
const SECOND_MS = 1_000;

/** React hook that returns the pending transactions that an order could repeat. */
export function useEarlierEntries({ account, plan }: SheetOrder): readonly LedgerEntry[] {
  const sent = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  return earlierEntries({ sent, declined }, { ...plan.intent, chainId: plan.chainId, account });
}

function knownOf(entry: LedgerEntry): 'unknown' | 'pending' | 'altered' {
  if (isMissing(entry)) return 'unknown';
  return entry.status === 'pending' ? 'pending' : 'altered';
}

/** Names the earlier transactions that the user would repeat, and says what is known of each. */
export function EarlierNote({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useTranslations('wallet.sheet');
  const format = useFormatter();
  const actionText = useActionText();
  const now = useNow({ updateInterval: TICK_MS }).getTime();
  return (
    <div className="grid gap-2 border-s-2 border-warning ps-3 text-sm">
      <p>{t('earlier.title')}</p>
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            {actionText(entry)}
            <span className="block text-muted">
              {t(`earlier.${knownOf(entry)}`, {
                time: format.relativeTime(entry.createdAt, Math.max(now, entry.createdAt + SECOND_MS)),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
