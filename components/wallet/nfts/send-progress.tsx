import { useTranslations } from 'next-intl';
import { failureKey } from '@/components/wallet/transfer/failure-key';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { GroupedAddress } from '@/components/wallet/withdraw/grouped-address';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Where a collectible that was sent stands. */
export function SendProgress({
  entry,
  onDone,
  onAgain,
}: {
  entry: LedgerEntry;
  onDone: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('wallet.nfts.send');
  const shared = useTranslations('wallet.transfer');
  const { recipient, status } = entry;
  return (
    <TransferProgress
      entry={entry}
      stages={(['pending', 'confirmed'] as const).map((stage) => ({
        ahead: t(`stage.${stage}`),
        done: t(`stageDone.${stage}`),
      }))}
      reached={reachedByStatus[status]}
      failure={status === 'failed' ? shared(`failed.${failureKey(entry) ?? 'dropped'}`) : null}
      againLabel={t('again')}
      isUnique
      mayCloseText={t('mayClose')}
      onDone={onDone}
      onAgain={onAgain}
    >
      {recipient ? (
        <p>
          <GroupedAddress address={recipient} />
        </p>
      ) : null}
    </TransferProgress>
  );
}
