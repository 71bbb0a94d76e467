import { useFormatter, useTranslations } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * React hook that returns a function that formats seconds in the two largest units: days and hours, hours and minutes,
 * or minutes and seconds.
 */
export function useTimeText(): (seconds: number) => string {
  const t = useTranslations('wallet.pledge.time');
  return (seconds) => {
    const units = {
      days: Math.floor(seconds / DAY_S),
      hours: Math.floor((seconds % DAY_S) / HOUR_S),
      minutes: Math.floor((seconds % HOUR_S) / MINUTE_S),
      seconds: seconds % MINUTE_S,
    };
    if (units.days > 0) return t('days', units);
    return units.hours > 0 ? t('hours', units) : t('minutes', units);
  };
}

/** React hook that returns a function that formats the length of a term in seconds, usually as whole days. */
export function useTermText(): (seconds: number) => string {
  const t = useTranslations('wallet.pledge.time');
  const timeText = useTimeText();
  return (seconds) => (seconds % DAY_S === 0 ? t('wholeDays', { days: seconds / DAY_S }) : timeText(seconds));
}

/**
 * React hook that returns a function that formats chain times (seconds since the epoch) as date and time, or as date
 * only.
 */
export function useMomentText(): (at: bigint, style: 'full' | 'date') => string {
  const chainTime = useChainTime();
  const format = useFormatter();
  return (at, style) =>
    style === 'full' ? chainTime(at) : format.dateTime(new Date(Number(at) * 1_000), { dateStyle: 'medium' });
}
