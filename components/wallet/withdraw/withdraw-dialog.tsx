'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { type WithdrawDraft, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { failureKey } from '@/components/wallet/transfer/transfer-status';
import { useTokenChoice, useTransfer } from '@/components/wallet/transfer/use-transfer';
import { openDialog } from '@/lib/browser/dialogs';
import { formatAmount } from '@/lib/format/amount';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { rememberRecipient, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { GroupedAddress } from './look-alike-warning';
import { WithdrawForm } from './withdraw-form';
import { type WithdrawOrder, withdrawPlan } from './withdraw-plan';
import { WithdrawReview } from './withdraw-review';

const isHeld = ({ inVault }: Balance) => inVault !== undefined && inVault > 0n;

/** The withdrawal form, or the reason there is none. */
function WithdrawStart(props: {
  draft: WithdrawDraft;
  isBack: boolean;
  onChange: (next: Partial<WithdrawDraft>) => void;
  onReview: (order: WithdrawOrder) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const choice = useTokenChoice(props.draft, isHeld);
  const { account, chosen, failedChainIds, isLoading, refetch } = choice;
  const failed = failedChainIds.length > 0;

  return (
    <div className="grid gap-5">
      {failed ? (
        <RetryAlert message={t('unreadable')} retryLabel={shared('retry')} onRetry={() => void refetch()} />
      ) : null}
      {chosen ? (
        <WithdrawForm {...props} choice={choice} />
      ) : !account ? (
        <p>{errors('walletUnresponsive')}</p>
      ) : isLoading ? (
        <div aria-busy="true" className="busy-line" />
      ) : failed ? null : (
        <>
          <p>{t('nothing')}</p>
          <Button variant="signal" onClick={() => openDialog('deposit')}>
            {t('deposit')}
          </Button>
        </>
      )}
    </div>
  );
}

const stages = ['pending', 'confirmed'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Progress of a withdrawal, which is complete once it is confirmed on chain. */
function WithdrawProgress({
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

/** Dialog to withdraw from the vault (WAL-4): form, review, and progress. */
export function WithdrawDialog() {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const { open, draft, entry, step, problem, change, close, send, again } = useTransfer(
    withdrawDraft,
    'withdraw',
  );
  const [order, setOrder] = useState<WithdrawOrder | null>(null);
  // Hides an error from an earlier review until the user confirms this one.
  const [isTried, setTried] = useState(false);
  const [isBack, setBack] = useState(false);
  useEffect(watchKnownRecipients, []);

  const review = (next: WithdrawOrder | null) => {
    setOrder(next);
    setTried(false);
    setBack(next === null);
  };
  const closeAndReset = () => {
    // Keep the review while the wallet still shows the request.
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
    <Dialog open={open} onClose={closeAndReset} title={t('title')} closeLabel={shared('close')}>
      {entry ? (
        <WithdrawProgress entry={entry} onDone={closeAndReset} onAgain={again} />
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
