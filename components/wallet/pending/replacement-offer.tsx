import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useReplacement } from '@/lib/wallet/transactions/use-replacement';
import { ReplacementReview } from './replacement-review';

/** The ways out for a transaction that waits longer than usual. */
export function ReplacementOffer({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  const t = useTranslations('wallet.pending');
  const errors = useTranslations('wallet.errors');
  const { plan, step, problem, review, confirm, back } = useReplacement(entry);
  const first = useRef<HTMLButtonElement>(null);
  const wasReviewed = useRef(false);
  const isBusy = step !== 'idle';
  // The review that took the buttons' place is gone, and the focus with it.
  useLayoutEffect(() => {
    if (!plan && wasReviewed.current) first.current?.focus();
    wasReviewed.current = plan !== null;
  }, [plan]);

  return (
    <>
      {plan ? (
        <ReplacementReview
          plan={plan}
          nativeSymbol={nativeSymbol}
          isBusy={isBusy}
          onBack={back}
          onConfirm={() => void confirm(plan)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            ref={first}
            size="small"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void review('speedUp')}
          >
            {t('speedUp')}
          </Button>
          {isCancelling(entry) ? null : (
            <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && void review('cancel')}>
              {t('cancel')}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="text-muted empty:hidden">
        {step === 'idle' ? '' : t(`step.${step}`)}
      </p>
      {problem ? <p role="alert">{problem === 'gone' ? t('gone') : errors(problem)}</p> : null}
    </>
  );
}
