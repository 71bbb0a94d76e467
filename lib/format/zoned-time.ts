const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached date format, because creating one is slow. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** Fields of the wall-clock time, as numbers. */
const fields = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/**
 * Returns a date whose UTC fields are the wall-clock time of a time zone. `at` is in ms since the epoch. Without a time
 * zone, the device's is used.
 */
export function wallClock(at: number, timeZone: string | undefined): Date {
  const parts = dateFormat('en-US', { ...fields, timeZone }).formatToParts(at);
  const field = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return new Date(
    Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    ),
  );
}

/** Returns the short name of a time zone at a date, such as "GMT+8" or "EST". */
export function zoneName(date: Date, locale: string, timeZone: string | undefined): string {
  const parts = dateFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const DAY_MS = 86_400_000;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the day (YYYY-MM-DD) of a moment, in ms since the epoch, in a time zone. */
export const dayAt = (at: number, timeZone: string | undefined): string => dayOf(wallClock(at, timeZone));

/** Returns the day before a day (YYYY-MM-DD). */
export const dayBefore = (day: string): string => dayOf(new Date(Date.parse(day) - DAY_MS));

/** Returns a day's first moment in a time zone, in ms since the epoch. The day (YYYY-MM-DD) can start after midnight. */
export function startOfDay(day: string, timeZone: string | undefined): number {
  const midnight = Date.parse(day);
  const offsetAt = (at: number) => wallClock(at, timeZone).getTime() - at;
  // The offset can change on this day, so both offsets are tried, the earlier result first.
  const starts = [midnight - offsetAt(midnight - DAY_MS), midnight - offsetAt(midnight + DAY_MS)].sort(
    (one, other) => one - other,
  );
  return starts.find((at) => dayAt(at, timeZone) === day) ?? midnight;
}

/** Returns the first moment after a day (YYYY-MM-DD) in a time zone, in ms since the epoch. */
export const endOfDay = (day: string, timeZone: string | undefined): number =>
  startOfDay(dayOf(new Date(Date.parse(day) + DAY_MS)), timeZone);
