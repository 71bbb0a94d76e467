import { useTranslations } from 'next-intl';
import type { Nature } from './use-recipient';

/** What to mind about a recipient that is a contract, or may be one. */
export function NatureWarning({ nature }: { nature: Nature }) {
  const t = useTranslations('wallet.withdraw');
  if (nature !== 'contract' && nature !== 'unknown') return null;
  return (
    <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
      {t(`nature.${nature}`)}
    </p>
  );
}
