import { useLocale, useTranslations } from 'next-intl';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { formatAmount } from '@/lib/format/amount';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { Replacement } from '@/lib/wallet/transactions/replacement';
import { useReplacement } from '@/lib/wallet/transactions/use-replacement';

const GWEI_DECIMALS = 9;

/** What a replacement does and the most that it costs, in words, before the wallet is asked. */
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
  // The button that led here is gone, and the focus with it. Before the dialog notices, which would take it to itself.
  useLayoutEffect(() => text.current?.focus(), []);
  const written = (wei: bigint) => `${formatAmount(wei, 18, locale, GWEI_DECIMALS)} ${nativeSymbol}`;
  return (
    <div className="grid gap-3">
      <p ref={text} tabIndex={-1} className="outline-none">
        {t(`about.${plan.kind}`, { cost: written(plan.cost), before: written(plan.costBefore) })}
      </p>
      {/* Not disabled while busy: a disabled button would lose the focus. */}
      <div className="flex flex-wrap gap-3">
        <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onBack()}>
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
