'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { failureKey } from '@/components/wallet/transfer/transfer-status';
import { useTransfer } from '@/components/wallet/transfer/use-transfer';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { DepositForm } from './deposit-form';
import { depositPlan } from './deposit-plan';

const stages = ['pending', 'confirmed', 'verified'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 2 } as const;

/** Progress of a deposit, which is complete once the server has credited it. */
function DepositProgress({
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

/**
 * Dialog to deposit into the vault (WAL-3). A deposit survives a reload, because its draft is stored in this tab and
 * everything else is on chain.
 */
export function DepositDialog() {
  const t = useTranslations('wallet.deposit');
  const shared = useTranslations('wallet.transfer');
  const { open, draft, entry, step, problem, change, close, send, again } = useTransfer(
    depositDraft,
    'deposit',
  );
  return (
    <Dialog open={open} onClose={close} title={t('title')} closeLabel={shared('close')}>
      {entry ? (
        <DepositProgress entry={entry} onDone={close} onAgain={again} />
      ) : (
        <DepositForm
          draft={draft}
          onChange={change}
          step={step}
          problem={problem}
          onStart={(order) => void send(depositPlan(order))}
        />
      )}
    </Dialog>
  );
}
