import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { momentText, timeOfDay } from '@/lib/format/clock';

/** Where a line could break between a Chinese character and its neighbor, because no space separates them. */
const HAN_EDGES = /(?<=\p{Script=Han})(?=[\p{Script=Han}\d])|(?<=\d)(?=\p{Script=Han})/gu;

/** Keeps a date or a time of day on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0').replace(HAN_EDGES, '\u2060');

/**
 * React hook that returns a function that formats chain times (seconds since the epoch) as a date and time in the user's
 * time zone, with the zone's name.
 */
export function useChainTime(): (seconds: bigint) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (seconds) =>
    // A line may break between the date and the time of day.
    momentText(Number(seconds) * 1_000, locale, timeZone)
      .split(/ (?=\S*\d:)/)
      .map(unbroken)
      .join(' ');
}

/** Converts a time of the API (ISO 8601) to seconds since the epoch. */
export const secondsOf = (time: string): bigint => BigInt(Math.floor(Date.parse(time) / 1_000));

/** React hook like `useChainTime`, without the time of day and the zone's name. */
export function useChainDate(): (seconds: bigint) => string {
  const format = useFormatter();
  return (seconds) => unbroken(format.dateTime(new Date(Number(seconds) * 1_000), { dateStyle: 'medium' }));
}

/**
 * React hook that returns a function that formats the time of day (ms since the epoch) in the user's time zone. Beside a day, it
 * needs no zone's name.
 */
export function useTimeOfDay(): (at: number) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (at) => unbroken(timeOfDay(at, locale, timeZone));
}

/** React hook like `useChainTime`, for times in ms since the epoch. */
export function useMoment(): (at: number) => string {
  const chainTime = useChainTime();
  return (at) => chainTime(BigInt(Math.floor(at / 1_000)));
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const pad = (count: number) => String(count).padStart(2, '0');

/** React hook that returns a function that formats seconds as days and hours, or as hh:mm:ss if less than one day. */
export function useDuration(): (seconds: bigint) => string {
  const t = useTranslations('wallet.duration');
  return (seconds) => {
    const total = Number(seconds > 0n ? seconds : 0n);
    const days = Math.floor(total / DAY_S);
    const hours = Math.floor((total % DAY_S) / HOUR_S);
    if (days > 0) return hours > 0 ? t('daysHours', { days, hours }) : t('days', { days });
    const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
    return t('clock', { hours: pad(hours), minutes: pad(minutes), seconds: pad(total % MINUTE_S) });
  };
}

/** React hook that returns a function that formats fixed durations in seconds (not countdowns), to the minute. */
export function useFixedDuration(): (seconds: bigint) => string {
  const t = useTranslations('wallet.duration');
  const duration = useDuration();
  return (seconds) => {
    const total = Number(seconds);
    if (total >= DAY_S || total % MINUTE_S !== 0) return duration(seconds);
    const hours = Math.floor(total / HOUR_S);
    const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
    if (hours === 0) return t('minutes', { minutes });
    return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes });
  };
}
