const TIME =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d{1,3})\d*)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Returns whether a day, such as 2026-02-29, exists. `Date` reads one that doesn't as a day of the next month. */
const isDay = (day: string): boolean => {
  const at = new Date(day);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

/** Returns whether a month starts at a time, in UTC. */
const isMonthStart = (ms: number): boolean => new Date(ms).toISOString().endsWith('-01T00:00:00.000Z');

/**
 * Reads a time (RFC 3339, section 5.6) as ms since the epoch, cut to whole ms. A leap second, which only ends a month,
 * counts as the start of the next one. Returns null for any other text. Unlike `Date.parse`, it reads every form of the
 * RFC and no other, in all browsers.
 */
export function readRfc3339(text: string): number | null {
  const [, day = '', minute, second, fraction = '', zone = ''] = TIME.exec(text) ?? [];
  if (!isDay(day)) return null;
  const ms = fraction.padEnd(3, '0');
  if (second !== '60') return Date.parse(`${day}T${minute}:${second}.${ms}${zone.toUpperCase()}`);
  const next = Date.parse(`${day}T${minute}:59.000${zone.toUpperCase()}`) + 1_000;
  return isMonthStart(next) ? next : null;
}
