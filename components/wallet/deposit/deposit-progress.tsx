import { useTranslations } from 'next-intl';
import { failureKey } from '@/components/wallet/transfer/failure-key';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

const stages = ['pending', 'confirmed', 'verified'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 2 } as const;

/** Where a sent deposit stands: it is done once the server has credited it. */
export function DepositProgress({
  entry,
  onDone,
  onAgain,
}: {
  entry: LedgerEntry;
  onDone: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('wallet.deposit');
  return (
    <TransferProgress
      entry={entry}
      stages={stages.map((stage) => ({ ahead: t(`stage.${stage}`), done: t(`stageDone.${stage}`) }))}
      reached={reachedByStatus[entry.status]}
      failure={entry.status === 'failed' ? t(`failed.${failureKey(entry) ?? 'refused'}`) : null}
      againLabel={t('again')}
      mayCloseText={t('mayClose')}
      onDone={onDone}
      onAgain={onAgain}
    />
  );
}
