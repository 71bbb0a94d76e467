import { useTranslations } from 'next-intl';
import { useDuration } from './use-duration';

const MINUTE_S = 60n;
const HOUR_S = 60n * MINUTE_S;
const DAY_S = 24n * HOUR_S;

/** A span of seconds that stands in terms and does not run: in words, to the minute. */
export function useSpan(): (seconds: bigint) => string {
  const t = useTranslations('wallet.duration');
  const duration = useDuration();
  return (seconds) => {
    if (seconds >= DAY_S || seconds % MINUTE_S !== 0n) return duration(seconds);
    const hours = Number(seconds / HOUR_S);
    const minutes = Number((seconds % HOUR_S) / MINUTE_S);
    if (hours === 0) return t('minutes', { minutes });
    return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes });
  };
}
