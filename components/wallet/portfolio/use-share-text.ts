import { useLocale, useTranslations } from 'next-intl';
import { percentText } from '@/components/wallet/display/percent-text';

/** A share of the whole in hundredths of a percent; what is something but less than that reads as less. */
export function useShareText(): (bps: bigint) => string {
  const t = useTranslations('wallet.portfolio');
  const locale = useLocale();
  return (bps) => (bps === 0n ? t('lessThan', { share: percentText(1, locale) }) : percentText(bps, locale));
}
