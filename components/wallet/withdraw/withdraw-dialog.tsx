'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useTransfer } from '@/components/wallet/transfer/use-transfer';
import { withdrawDraft } from '@/components/wallet/transfer/withdraw-draft';
import { rememberRecipient, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { type WithdrawOrder, withdrawPlan } from './withdraw-plan';
import { WithdrawProgress } from './withdraw-progress';
import { WithdrawReview } from './withdraw-review';
import { WithdrawStart } from './withdraw-start';

/** Withdrawal from the vault (WAL-4): what and for whom, the review, and what becomes of it. */
export function WithdrawDialog() {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const { open, draft, entry, step, problem, change, close, send, again } = useTransfer(
    withdrawDraft,
    'withdraw',
  );
  const [order, setOrder] = useState<WithdrawOrder | null>(null);
  // What went wrong belongs to the review in which it did.
  const [isTried, setTried] = useState(false);
  const [isBack, setBack] = useState(false);
  useEffect(watchKnownRecipients, []);

  const review = (next: WithdrawOrder | null) => {
    setOrder(next);
    setTried(false);
    setBack(next === null);
  };
  const leave = () => {
    // A request that the wallet still shows is found again.
    if (step === 'idle') {
      review(null);
      setBack(false);
    }
    close();
  };
  const confirm = async (confirmed: WithdrawOrder) => {
    setTried(true);
    const sentId = await send(withdrawPlan(confirmed));
    if (!sentId) return;
    rememberRecipient(confirmed.recipient);
    setOrder(null);
    setBack(false);
  };

  return (
    <Dialog open={open} onClose={leave} title={t('title')} closeLabel={shared('close')}>
      {entry ? (
        <WithdrawProgress entry={entry} onDone={leave} onAgain={again} />
      ) : order ? (
        <WithdrawReview
          order={order}
          step={step}
          problem={isTried ? problem : null}
          onBack={() => review(null)}
          onConfirm={() => void confirm(order)}
        />
      ) : (
        <WithdrawStart draft={draft} isBack={isBack} onChange={change} onReview={review} />
      )}
    </Dialog>
  );
}
