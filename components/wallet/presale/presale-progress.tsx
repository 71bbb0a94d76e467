import { useLocale, useTranslations } from 'next-intl';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { PresaleKind } from '@/lib/wallet/transactions/transaction-kinds';

export type PresaleEntry = LedgerEntry & { kind: PresaleKind };

/** Recent presale transactions. A contribution is complete once the server has recorded it. */
export function PresaleProgress({
  entries,
  chain,
}: {
  entries: readonly PresaleEntry[];
  chain: ChainMapping;
}) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const resultText = useResultText();
  return (
    <LatestTransactions
      entries={entries}
      chain={chain}
      entryText={({ kind, amountRaw, decimals, symbol }) =>
        t(`entry.${kind}`, { amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals), symbol })
      }
      statusText={(entry) => {
        const { kind, status } = entry;
        if (status === 'failed') return resultText(entry);
        return t(`status.${status === 'confirmed' && kind === 'contribute' ? 'recording' : status}`);
      }}
    />
  );
}
