import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { AmountText, percentText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import type { Pledge, PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { useMomentText } from './use-term-text';

/**
 * Review of an early exit, with its payout and cost, before the wallet asks for confirmation. Requires the user to
 * check a box as well as press the button.
 */
export function ExitReview({
  pledge: { amount, interest, penalty, maturesAt },
  term,
  token: { symbol, decimals },
  isBusy,
  onKeep,
  onConfirm,
}: {
  pledge: Pledge;
  term: PledgeTerm;
  token: ListedToken;
  isBusy: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('wallet.pledge.review');
  const locale = useLocale();
  const momentText = useMomentText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isMeant, setMeant] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const written = (value: bigint) => ({ amount: formatAmount(value, decimals, locale, decimals), symbol });
  const figure = (value: bigint, sign = '') => (
    <>
      {sign}
      <AmountText value={value} decimals={decimals} locale={locale} maxDecimals={decimals} /> {symbol}
    </>
  );

  const confirm = () => {
    if (isBusy) return;
    if (isMeant) {
      onConfirm();
      return;
    }
    setRefused(true);
    notify('warning', t('consentMissing'));
    document.getElementById(id)?.focus();
  };

  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-4 border-s-2 border-warning ps-4">
      <h3 ref={heading} id={`${id}-title`} tabIndex={-1} className="outline-none">
        {t('title')}
      </h3>
      <dl>
        <FigureLine label={t('returns')}>
          <span className="text-lg">{figure(amount - penalty)}</span>
        </FigureLine>
        <FigureLine label={t('penalty', { rate: percentText(term.penaltyBps, locale) })}>
          {figure(penalty, '−\u2009')}
        </FigureLine>
        <FigureLine label={t('interest')}>{figure(interest, '−\u2009')}</FigureLine>
        <FigureLine label={t('waiting', { date: momentText(maturesAt, 'date') })}>
          {figure(amount + interest)}
        </FigureLine>
      </dl>
      <p className="text-sm text-muted">{t('final')}</p>
      <div>
        <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm">
          <CheckBox
            id={id}
            checked={isMeant}
            aria-invalid={isRefused && !isMeant ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => setMeant(event.target.checked)}
          />
          {t('consent', { penalty: written(penalty).amount, interest: written(interest).amount, symbol })}
        </label>
        <p id={`${id}-note`} aria-live="polite" className="ps-9 text-xs text-error">
          {isRefused && !isMeant ? t('consentMissing') : ''}
        </p>
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button variant="primary" aria-disabled={isBusy} onClick={() => !isBusy && onKeep()}>
          {t('keep')}
        </Button>
        <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={confirm}>
          {t('confirm', written(amount - penalty))}
        </Button>
      </div>
    </section>
  );
}
