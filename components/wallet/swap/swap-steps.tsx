import { useTranslations } from 'next-intl';
import { useId } from 'react';

/** How to begin, for a visitor without a wallet. */
export function SwapSteps() {
  const t = useTranslations('wallet.swap.startStep');
  const stake = useTranslations('wallet.stake');
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 border-t border-line pt-6">
      <h2 id={id} className="text-xl">
        {stake('start')}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        <li>{stake('startStep.connect')}</li>
        <li>{t('choose')}</li>
        <li>{t('confirm')}</li>
      </ol>
    </section>
  );
}
