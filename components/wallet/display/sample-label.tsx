import { useTranslations } from 'next-intl';

/** Label for a chart or list that shows the local demo's sample prices. */
export function SampleLabel() {
  const t = useTranslations('wallet.coins');
  return (
    <span className="rounded-sharp border border-line px-1.5 py-0.5 text-xs whitespace-nowrap text-muted">
      {t('sample')}
    </span>
  );
}
