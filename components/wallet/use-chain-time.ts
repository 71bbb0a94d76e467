import { useFormatter, useTranslations } from 'next-intl';

/** A time of a chain (s since the epoch) as a date with its time of day, in UTC. */
export function useChainTime(): (seconds: bigint) => string {
  const t = useTranslations('wallet.duration');
  const format = useFormatter();
  return (seconds) => {
    const date = new Date(Number(seconds) * 1_000);
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    return t('moment', { moment: format.dateTime(date, options) });
  };
}
