/** An event in a calendar file. */
export type CalendarEvent = {
  /** Globally unique and permanent (RFC 5545, 3.8.4.7). */
  uid: string;
  /** Seconds since the epoch. */
  at: bigint;
  summary: string;
  description: string;
  url: string;
};

/** Maximum length of a line in octets, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

const octets = (text: string) => new TextEncoder().encode(text).length;

/** Splits a line into parts of at most 75 octets, between characters. Parts after the first start with a space. */
function fold(line: string): string {
  const parts: string[] = [''];
  for (const character of line) {
    const part = parts.at(-1) ?? '';
    // The leading space of a continuation line counts toward the limit.
    const most = parts.length === 1 ? LINE_OCTETS : LINE_OCTETS - 1;
    if (octets(part + character) > most) parts.push(character);
    else parts[parts.length - 1] = part + character;
  }
  return parts.join('\r\n ');
}

/** Escapes a TEXT value and removes control characters (RFC 5545, 3.3.11). */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? character : ''))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

/** Formats a time in UTC (RFC 5545, 3.3.5, form 2). */
const utc = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Returns an iCalendar file (RFC 5545) of events without duration. Each has an alarm one day before it starts. */
export function calendarText(name: string, events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidewell//Unlock calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(({ uid, at, summary, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(new Date(Number(at) * 1_000))}`,
      `SUMMARY:${escaped(summary)}`,
      `DESCRIPTION:${escaped(description)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(summary)}`,
      'TRIGGER:-P1D',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
