import { useLocale, useTranslations } from 'next-intl';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { formatAmount } from '@/lib/format/amount';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { Replacement } from '@/lib/wallet/transactions/replacement';
import { useReplacement } from '@/lib/wallet/transactions/use-replacement';

const GWEI_DECIMALS = 9;

/** Shows the effect and maximum cost of a replacement transaction before the wallet asks for confirmation. */
function ReplacementReview({
  plan,
  nativeSymbol,
  isBusy,
  onBack,
  onConfirm,
}: {
  plan: Replacement;
  nativeSymbol: string;
  isBusy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('wallet.pending');
  const locale = useLocale();
  const text = useRef<HTMLParagraphElement>(null);
  // The focused button that opened this review was removed, so focus moves to the text. A layout effect runs before the
  // dialog would take focus.
  useLayoutEffect(() => text.current?.focus(), []);
  const written = (wei: bigint) => `${formatAmount(wei, 18, locale, GWEI_DECIMALS)} ${nativeSymbol}`;
  return (
    <div className="grid gap-3">
      <p ref={text} tabIndex={-1} className="outline-none">
        {t(`about.${plan.kind}`, {
          nonce: plan.nonce,
          cost: written(plan.cost),
          before: written(plan.costBefore),
        })}
      </p>
      {/* The button is not disabled while busy, because a disabled button would lose focus. */}
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          size="small"
          variant="primary"
          aria-disabled={isBusy || !plan.isAffordable}
          aria-busy={isBusy}
          onClick={() => !isBusy && plan.isAffordable && onConfirm()}
        >
          {t(`confirm.${plan.kind}`)}
        </Button>
      </div>
    </div>
  );
}

/** Buttons to speed up or cancel a transaction that has been pending for too long. */
export function ReplacementOffer({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  const t = useTranslations('wallet.pending');
  const errors = useTranslations('wallet.errors');
  const { plan, step, problem, review, confirm, back } = useReplacement(entry);
  const first = useRef<HTMLButtonElement>(null);
  const wasReviewed = useRef(false);
  const isBusy = step !== 'idle';
  // Closing the review removes the focused button, so focus moves to the first button that reappears.
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
