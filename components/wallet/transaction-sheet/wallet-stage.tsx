import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { withoutHanGaps } from '@/components/wallet/signing/intent-headline';
import { WALLET_READ_MS } from '@/lib/wallet/transactions/ask-wallet';
import { isMissing } from '@/lib/wallet/transactions/ledger-entry';
import type { Prompt } from '@/lib/wallet/transactions/send-spending';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { OpenAllowance } from './open-allowance';
import { WaitingApprovals } from './pending-notes';
import { type SheetOrder, useSheet } from './sheet';
import { useActionText } from './use-action-text';
import { WALLET_SLOW_AFTER_MS } from './use-is-prompted';
import { usePrompts, useSpendingText } from './use-prompts';

/** Returns the position of the current request among those that the wallet shows. */
function positionOf(step: TransactionStep, prompts: readonly Prompt[]): number {
  return Math.max(
    prompts.findIndex((prompt) => prompt === (step === 'approving' ? 'approve' : step)),
    0,
  );
}

/** Says what happens now and, because a wallet may never answer, what to do if it takes long. */
function StepText({ step }: { step: Exclude<TransactionStep, 'idle'> }) {
  const t = useTranslations('wallet.sheet');
  const [isSlow, setSlow] = useState(false);
  const slow = step === 'checking' ? 'slowCheck' : 'noAnswer';
  useEffect(() => {
    // Before the request, the wallet is only asked for its account and network, unless it must switch.
    const timer = setTimeout(
      () => setSlow(true),
      step === 'checking' ? WALLET_READ_MS : WALLET_SLOW_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [step]);
  return (
    <div role="status" className="grid gap-3 text-sm">
      <p className="text-muted">{t(`step.${step}`)}</p>
      {/* A slow approval has its own note, with a button that speeds it up. */}
      {isSlow && step !== 'approving' ? <p className="border-s-2 border-warning ps-3">{t(slow)}</p> : null}
    </div>
  );
}

/** What the wallet asks for now, and which request of how many it is. */
function Asking({ order, step }: { order: SheetOrder; step: Exclude<TransactionStep, 'idle'> }) {
  const t = useTranslations('wallet.sheet');
  const actionText = useActionText();
  const spending = useSpendingText(order);
  const planned = usePrompts(order) ?? [];
  const isWaiting = step === 'checking' || step === 'approving';
  // The wallet may ask for something else than planned, for example if it declines a batch.
  const prompts: readonly Prompt[] = isWaiting || planned.includes(step) ? planned : [step];
  const position = positionOf(step, prompts);
  const count = { number: position + 1, total: prompts.length };
  return (
    <>
      <h3 tabIndex={-1} className="font-display text-xl outline-none">
        {isWaiting ? t(`wait.${step}`) : prompts.length > 1 ? t('confirmOf', count) : t('confirm')}
      </h3>
      <ol className="stage-list">
        {prompts.map((prompt, index) => (
          <li
            key={prompt}
            data-state={index < position ? 'done' : index === position ? 'current' : 'ahead'}
            aria-current={index === position ? 'step' : undefined}
          >
            <span aria-hidden="true" className="stage-mark" />
            {prompt === 'signing'
              ? actionText(order.plan.intent)
              : withoutHanGaps(t(`prompt.${prompt}`, spending))}
          </li>
        ))}
      </ol>
      <StepText key={step} step={step} />
    </>
  );
}

/** The wallet's requests for an order, or the error that ended them. */
export function WalletStage({
  order,
  onBack,
  onRetry,
}: {
  order: SheetOrder;
  onBack: () => void;
  onRetry: () => void;
}) {
  const t = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const { step, problem, approvals, isAsked } = useSheet();
  // An approval that the wallet didn't send isn't in the ledger.
  const approval = useLedger(({ entries }) => entries.findLast(({ id }) => approvals.includes(id)));
  // If the wallet was asked, only its own answer indicates that nothing was sent.
  const unsent = isAsked ? 'walletRefused' : 'notSent';
  const ended = approval ? (isMissing(approval) ? 'uncertain' : 'onlyApprovalTitle') : unsent;
  return (
    <>
      {step === 'idle' ? (
        <>
          <h3 tabIndex={-1} className="font-display text-xl outline-none">
            {t(problem === 'otherChain' ? 'uncertain' : ended)}
          </h3>
          {problem ? (
            <p role="alert" className="border-s-2 border-error ps-3 text-sm">
              {errors(problem)}
            </p>
          ) : null}
        </>
      ) : (
        <Asking order={order} step={step} />
      )}
      {step === 'idle' ? <OpenAllowance order={order} /> : null}
      {/* While the wallet asks for the approval, the steps say so. */}
      {step === 'approve' ? null : <WaitingApprovals account={order.account} />}
      {step === 'idle' ? (
        <div className="dialog-action review-buttons">
          <Button onClick={onBack}>{t('back')}</Button>
          <Button variant="signal" onClick={() => onRetry()}>
            {t('retry')}
          </Button>
        </div>
      ) : (
        <p className="mt-auto text-xs text-muted">{t('keepsAsking')}</p>
      )}
    </>
  );
}
