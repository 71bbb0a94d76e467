import { useFormatter, useTranslations } from 'next-intl';

/** A time of the chain's (s since the epoch) as a date with its time of day, in UTC, or as the date alone. */
export function useMomentText(): (at: bigint, style: 'full' | 'date') => string {
  const t = useTranslations('wallet.pledge');
  const format = useFormatter();
  return (at, style) => {
    const date = new Date(Number(at) * 1_000);
    if (style === 'date') return format.dateTime(date, { dateStyle: 'medium' });
    return t('moment', { moment: format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' }) });
  };
}
