import { useFormatter, useNow, useTranslations } from 'next-intl';
import type { Hash } from 'viem';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { earlierEntries, earlierSigned } from '@/lib/wallet/transactions/earlier-entries';
import {
  awaitsCoSigners,
  isMissing,
  type LedgerEntry,
  type Order,
} from '@/lib/wallet/transactions/ledger-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useActionText } from './use-action-text';
import { useTransferText } from './use-transfer-text';

const TICK_MS = 10_000;
/** The shortest time that is shown, because "now" doesn't fit the sentence. */
const SECOND_MS = 1_000;

type Earlier = {
  entries: readonly LedgerEntry[];
  /** Transfers without a fee. */
  transfers: readonly SignedTransfer[];
};

/** React hook that returns what an order could repeat. */
export function useEarlier(order: Order): Earlier {
  const sent = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  const transfers = useTransfers((state) => state.entries);
  return { entries: earlierEntries({ sent, declined }, order), transfers: earlierSigned(transfers, order) };
}

/** Returns the IDs of what an order could repeat. */
export const idsOf = ({ entries, transfers }: Earlier): readonly Hash[] =>
  [...entries, ...transfers].map(({ id }) => id);

function knownOf(entry: LedgerEntry): 'coSigners' | 'unknown' | 'pending' | 'altered' {
  if (awaitsCoSigners(entry)) return 'coSigners';
  if (isMissing(entry)) return 'unknown';
  return entry.status === 'pending' ? 'pending' : 'altered';
}

/** Returns what is known of a transfer without a fee. */
function stateOf({ outcome, signature }: SignedTransfer): 'confirmed' | 'signed' | 'asked' {
  if (outcome?.kind === 'confirmed') return 'confirmed';
  return signature ? 'signed' : 'asked';
}

/** Names what the user would repeat, and says what is known of each. Renders nothing if there is nothing. */
export function EarlierNote({ entries, transfers }: Earlier) {
  const t = useTranslations('wallet.sheet');
  const format = useFormatter();
  const actionText = useActionText();
  const { nameOf, untilOf } = useTransferText();
  const now = useNow({ updateInterval: TICK_MS }).getTime();
  if (entries.length + transfers.length === 0) return null;
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
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            {nameOf(transfer)}
            <span className="block text-muted">
              {t(`earlier.${stateOf(transfer)}`, { until: untilOf(transfer) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
