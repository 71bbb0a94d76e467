import { zoneName } from './zoned-time';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format, because creating one is slow. Without a time zone, the device's is used. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** Returns whether a language writes times with 24 hours. Chinese would otherwise name the part of the day. */
const has24Hours = (locale: string) => new Intl.Locale(locale).language === 'zh';

/** Returns the time of day of a moment in ms since the epoch: "1:28 AM", and in Chinese "01:28". */
export const timeOfDay = (at: number, locale: string, timeZone?: string): string =>
  formatOf(locale, {
    timeStyle: 'short',
    timeZone,
    ...(has24Hours(locale) ? { hourCycle: 'h23' } : {}),
  }).format(at);

/** Returns the date and time of day of a moment in ms since the epoch, without the zone: "Dec 1, 2026, 1:28 AM". */
export function dateAndTime(at: number, locale: string, timeZone?: string): string {
  if (!has24Hours(locale))
    return formatOf(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
  // Together with the hour cycle, Intl would shorten the date.
  return `${formatOf(locale, { dateStyle: 'medium', timeZone }).format(at)} ${timeOfDay(at, locale, timeZone)}`;
}

/** Returns the date and time of day with the zone's name, which a time of day alone doesn't have. */
export const momentText = (at: number, locale: string, timeZone?: string): string =>
  `${dateAndTime(at, locale, timeZone)} ${zoneName(new Date(at), locale, timeZone)}`;
