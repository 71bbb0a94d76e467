import { useLocale, useTranslations } from 'next-intl';
import { failureKey } from '@/components/wallet/transfer/failure-key';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { GroupedAddress } from './grouped-address';

const stages = ['pending', 'confirmed'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Where a sent withdrawal stands: it is done once the chain has confirmed it. */
export function WithdrawProgress({
  entry,
  onDone,
  onAgain,
}: {
  entry: LedgerEntry;
  onDone: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const { amountRaw, feeRaw = '0', decimals, symbol, recipient, status } = entry;
  const arrives = formatAmount(BigInt(amountRaw) - BigInt(feeRaw), decimals, locale, decimals);
  return (
    <TransferProgress
      entry={entry}
      stages={stages.map((stage) => ({ ahead: t(`stage.${stage}`), done: t(`stageDone.${stage}`) }))}
      reached={reachedByStatus[status]}
      failure={status === 'failed' ? t(`failed.${failureKey(entry) ?? 'dropped'}`) : null}
      againLabel={t('again')}
      mayCloseText={t('mayClose')}
      onDone={onDone}
      onAgain={onAgain}
    >
      {recipient ? (
        <p className="grid gap-1 text-sm">
          <span className="text-muted">{t('progress', { amount: arrives, symbol })}</span>
          <GroupedAddress address={recipient} />
        </p>
      ) : null}
    </TransferProgress>
  );
}
