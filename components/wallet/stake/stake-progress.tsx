import { useLocale, useTranslations } from 'next-intl';
import { LatestTransactions } from '@/components/wallet/display/latest-transactions';
import { failureKey } from '@/components/wallet/transfer/transfer-status';
import type { ChainMapping } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry, StakingKind } from '@/lib/wallet/transactions/ledger-entry';

export type StakeEntry = LedgerEntry & { kind: StakingKind };

/** Recent transactions of the pool. */
export function StakeProgress({ entries, chain }: { entries: readonly StakeEntry[]; chain: ChainMapping }) {
  const t = useTranslations('wallet.stake');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  return (
    <LatestTransactions
      entries={entries}
      chain={chain}
      entryText={({ kind, amountRaw, decimals, symbol }) =>
        t(`entry.${kind}`, { amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals), symbol })
      }
      statusText={(entry) =>
        entry.status === 'failed'
          ? transfer(`failed.${failureKey(entry) ?? 'reverted'}`)
          : transfer(`status.${entry.status === 'pending' ? 'pending' : 'confirmed'}`)
      }
    />
  );
}
