import { useTranslations } from 'next-intl';

/** Label for a chart or list that shows the local demo's sample prices, or values of a test network. */
export function SampleLabel({ isTest = false }: { isTest?: boolean }) {
  const t = useTranslations('wallet.coins');
  return (
    <span className="rounded-sharp border border-line px-1.5 py-0.5 text-xs whitespace-nowrap text-muted">
      {t(isTest ? 'testnet' : 'sample')}
    </span>
  );
}
