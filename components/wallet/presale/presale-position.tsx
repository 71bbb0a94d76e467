import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import type { PresaleFigures } from './presale-figures';

/** What the account paid, and what it bought for it. */
export function PresalePosition({ live: { stage, read }, sale, payment }: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const { position } = read;
  if (!position || stage === 'unscheduled' || stage === 'upcoming') return null;
  return (
    <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{t('contributed')}</dt>
        <dd className="text-xl">
          <AmountText value={position.contributed} decimals={payment.decimals} locale={locale} />{' '}
          <span className="text-sm text-muted">{payment.symbol}</span>
        </dd>
      </div>
      {stage === 'failed' ? null : (
        <div>
          <dt className="text-sm text-muted">{t('bought')}</dt>
          <dd className="text-xl">
            <AmountText value={position.bought} decimals={sale.decimals} locale={locale} />{' '}
            <span className="text-sm text-muted">{sale.symbol}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}
