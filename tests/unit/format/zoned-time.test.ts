import { endOfDay, startOfDay, wallClock, zoneName } from '@/lib/format/zoned-time';

const at = Date.UTC(2026, 11, 31, 16, 30, 5);

test('WAL-13 wall-clock times are those of the time zone', () => {
  const clock = (timeZone: string) => wallClock(at, timeZone).toISOString();
  expect(clock('UTC')).toBe('2026-12-31T16:30:05.000Z');
  expect(clock('Asia/Taipei')).toBe('2027-01-01T00:30:05.000Z');
  expect(clock('Asia/Kolkata')).toBe('2026-12-31T22:00:05.000Z');
  expect(clock('America/New_York')).toBe('2026-12-31T11:30:05.000Z');
});

test('WAL-13 I18N-1 a time zone is named as it is at the date', () => {
  expect(zoneName(new Date(at), 'en', 'UTC')).toBe('UTC');
  expect(zoneName(new Date(at), 'zh-Hant', 'Asia/Taipei')).toBe('GMT+8');
  expect(zoneName(new Date(at), 'en', 'America/New_York')).toBe('EST');
  expect(zoneName(new Date(Date.UTC(2026, 6, 1)), 'en', 'America/New_York')).toBe('EDT');
});

test('WAL-13 a day starts and ends with the clocks of the time zone, even if they change that day', () => {
  const day = (text: string, timeZone: string) =>
    [startOfDay(text, timeZone), endOfDay(text, timeZone)].map((time) => new Date(time).toISOString());
  expect(day('2026-01-31', 'UTC')).toEqual(['2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
  expect(day('2026-01-31', 'Asia/Taipei')).toEqual(['2026-01-30T16:00:00.000Z', '2026-01-31T16:00:00.000Z']);
  // A day of 23 hours, one of 25 hours, and a day that starts at 01:00.
  expect(day('2026-03-29', 'Europe/Berlin')).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(day('2026-04-05', 'Australia/Sydney')).toEqual([
    '2026-04-04T13:00:00.000Z',
    '2026-04-05T14:00:00.000Z',
  ]);
  expect(startOfDay('2026-09-06', 'America/Santiago')).toBe(Date.parse('2026-09-06T04:00:00Z'));
  expect(wallClock(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago').getUTCHours()).toBe(1);
});
