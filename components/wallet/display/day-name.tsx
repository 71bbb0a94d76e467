import { useFormatter, useNow, useTimeZone, useTranslations } from 'next-intl';
import { dayAt, dayBefore } from '@/lib/format/zoned-time';

/** How often a name is checked against the clock, so that "Today" ends at midnight. In ms. */
const TICK_MS = 60_000;

/** The name of a day (YYYY-MM-DD) in the user's time zone: today, yesterday, or its date. Null is for pending items. */
export function DayName({ day }: { day: string | null }) {
  const t = useTranslations('wallet.activity.day');
  const format = useFormatter();
  const timeZone = useTimeZone();
  const today = dayAt(useNow({ updateInterval: TICK_MS }).getTime(), timeZone);
  if (day === null) return t('pending');
  if (day === today) return t('today');
  if (day === dayBefore(today)) return t('yesterday');
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return format.dateTime(new Date(day), {
    ...{ weekday: 'short', month: 'long', day: 'numeric', timeZone: 'UTC' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}
