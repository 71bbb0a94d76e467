import fc from 'fast-check';
import ICAL from 'ical.js';
import { calendarText } from '@/lib/format/icalendar';

const now = new Date('2026-11-22T01:02:03.456Z');
const event = {
  uid: 'abc@tidewell',
  at: 1_800_000_000n,
  summary: 'Pledge matures: 1,000.5 tUSDT',
  description: 'One; two, three \\ four\nfive',
  url: 'https://wallet.example/wallet/pledge?chain=1',
};

test('WAL-13 a calendar file is RFC 5545: its lines, its properties, an alarm a day before', () => {
  const text = calendarText('Tidewell unlocks', [event], now);
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidewell//Unlock calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Tidewell unlocks',
    'X-WR-CALNAME:Tidewell unlocks',
    'BEGIN:VEVENT',
    'UID:abc@tidewell',
    'DTSTAMP:20261122T010203Z',
    'DTSTART:20270115T080000Z',
    'SUMMARY:Pledge matures: 1\\,000.5 tUSDT',
    'DESCRIPTION:One\\; two\\, three \\\\ four\\nfive',
    'URL:https://wallet.example/wallet/pledge?chain=1',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Pledge matures: 1\\,000.5 tUSDT',
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('WAL-13 another program reads every text back, however long and whatever is in it', () => {
  const strange = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ summary: strange, description: strange }), { maxLength: 3 }),
      (texts) => {
        const events = texts.map((given, index) => ({ ...event, ...given, uid: `${index}@tidewell` }));
        const text = calendarText('解鎖日程', events, now);
        for (const line of text.split('\r\n'))
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const read = new ICAL.Component(ICAL.parse(text));
        expect(read.getFirstPropertyValue('name')).toBe('解鎖日程');
        const found = read.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
        const seen = (given: string) =>
          given.replace(/\r\n?/g, '\n').replace(/\p{Cc}/gu, (c) => (c === '\n' ? c : ''));
        expect(found.map(({ uid, summary, description }) => ({ uid, summary, description }))).toEqual(
          events.map(({ uid, summary, description }) => ({
            uid,
            summary: seen(summary),
            description: seen(description),
          })),
        );
        for (const { startDate, component } of found) {
          expect(startDate.toJSDate().getTime()).toBe(1_800_000_000_000);
          const alarm = component.getFirstSubcomponent('valarm');
          expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P1D');
        }
      },
    ),
    { numRuns: 60 },
  );
});
