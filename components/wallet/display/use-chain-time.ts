import { useFormatter, useTranslations } from 'next-intl';

/** The half of a day stays with its hour, which Chinese writes behind it without a space. */
const HAN_HALF = /(\p{Script=Han})(\p{Script=Han})(?=\d{1,2}:)/u;

/** A time of a chain (s since the epoch) as a date with its time of day, in UTC. */
export function useChainTime(): (seconds: bigint) => string {
  const t = useTranslations('wallet.duration');
  const format = useFormatter();
  return (seconds) => {
    const date = new Date(Number(seconds) * 1_000);
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    const moment = format.dateTime(date, options);
    return t('moment', {
      moment: moment.replace(/ (?=[AP]M)/, '\u00a0').replace(HAN_HALF, '$1\u2060$2\u2060'),
    });
  };
}
