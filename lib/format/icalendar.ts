/** An event of a calendar file. */
export type CalendarEvent = {
  /** Globally unique and permanent (RFC 5545, 3.8.4.7). */
  uid: string;
  /** s since the epoch. */
  at: bigint;
  summary: string;
  description: string;
  url: string;
};

/** Maximum octets of a line, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

const octets = (text: string) => new TextEncoder().encode(text).length;

/** Splits a line into parts of at most 75 octets, with a space before each but the first; no character is split. */
function fold(line: string): string {
  const parts: string[] = [''];
  for (const character of line) {
    const part = parts.at(-1) ?? '';
    // The leading space of a continuation counts.
    const most = parts.length === 1 ? LINE_OCTETS : LINE_OCTETS - 1;
    if (octets(part + character) > most) parts.push(character);
    else parts[parts.length - 1] = part + character;
  }
  return parts.join('\r\n ');
}

/** Encodes a value of type TEXT (3.3.11), without control characters. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? character : ''))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

/** Formats a UTC time (3.3.5, form 2). */
const utc = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Returns a calendar to publish (RFC 5545): events without duration, each with an alarm one day before. `now` is its
 * creation time.
 */
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
