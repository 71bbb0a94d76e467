'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { depositDraft } from '@/components/wallet/transfer/deposit-draft';
import { useTransfer } from '@/components/wallet/transfer/use-transfer';
import { DepositForm } from './deposit-form';
import { depositPlan } from './deposit-plan';
import { DepositProgress } from './deposit-progress';

/** Deposit into the vault (WAL-3). A reload comes back to the same place: the draft is kept in this tab, the rest is on chain. */
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
