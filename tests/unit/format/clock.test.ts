import { dateAndTime, momentText, timeOfDay } from '@/lib/format/clock';

const NIGHT = Date.UTC(2026, 11, 1, 1, 28);
const MIDNIGHT = Date.UTC(2026, 11, 1, 0, 5);
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('I18N-1 times of day have 24 hours and leading zeros in Chinese, and AM or PM in English', () => {
  expect(timeOfDay(NIGHT, 'zh-Hant', 'UTC')).toBe('01:28');
  expect(timeOfDay(MIDNIGHT, 'zh-Hant', 'UTC')).toBe('00:05');
  expect(timeOfDay(NIGHT, 'zh-Hant', 'America/New_York')).toBe('20:28');
  expect(plain(timeOfDay(NIGHT, 'en', 'UTC'))).toBe('1:28 AM');
});

test('I18N-1 a date with its time has the name of the zone, and a time of day alone has none', () => {
  expect(dateAndTime(NIGHT, 'zh-Hant', 'UTC')).toBe('2026年12月1日 01:28');
  expect(momentText(NIGHT, 'zh-Hant', 'Asia/Taipei')).toBe('2026年12月1日 09:28 GMT+8');
  expect(plain(momentText(NIGHT, 'en', 'UTC'))).toBe('Dec 1, 2026, 1:28 AM UTC');
});
