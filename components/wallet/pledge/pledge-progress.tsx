import { useLocale, useTranslations } from 'next-intl';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { PledgeKind } from '@/lib/wallet/transactions/transaction-kinds';

export type PledgeEntry = LedgerEntry & { kind: PledgeKind };

/** Recent transactions of the account with a pledge contract. */
export function PledgeProgress({ entries, chain }: { entries: readonly PledgeEntry[]; chain: ChainMapping }) {
  const t = useTranslations('wallet.pledge');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const resultText = useResultText();
  const statusText = (entry: PledgeEntry) => {
    const { kind, status } = entry;
    if (status === 'failed' || entry.isAltered) return resultText(entry);
    if (status === 'pending') return transfer('status.pending');
    if (kind !== 'pledge') return transfer('status.confirmed');
    return t(status === 'verified' ? 'recorded' : 'recording');
  };
  return (
    <LatestTransactions
      entries={entries}
      chain={chain}
      entryText={({ kind, amountRaw, decimals, symbol }) =>
        t(`entry.${kind}`, { amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals), symbol })
      }
      statusText={statusText}
    />
  );
}
