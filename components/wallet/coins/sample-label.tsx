import { useTranslations } from 'next-intl';

/** Marks a chart or list that shows sample prices, as in the local demo. */
export function SampleLabel() {
  const t = useTranslations('wallet.coins');
  return (
    <span className="rounded-sharp border border-line px-1.5 py-0.5 text-xs whitespace-nowrap text-muted">
      {t('sample')}
    </span>
  );
}
