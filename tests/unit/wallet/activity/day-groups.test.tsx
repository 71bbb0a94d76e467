import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { DayName } from '@/components/wallet/display/day-name';
import { groupByDay } from '@/lib/wallet/activity/day-groups';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const at = (iso: string | null) => ({ at: iso === null ? null : Date.parse(iso) });

test('WAL-13 transactions are grouped by the day of the user, pending ones first', () => {
  const rows = [
    at(null),
    at(null),
    at('2026-11-25T16:00:00Z'),
    at('2026-11-25T15:59:59Z'),
    at('2026-11-24T16:00:00Z'),
    at('2025-11-24T16:00:00Z'),
  ];
  const sizes = (timeZone: string) =>
    groupByDay(rows, timeZone).map(({ day, rows: { length } }) => [day, length]);
  expect(sizes('Asia/Taipei')).toEqual([
    [null, 2],
    ['2026-11-26', 1],
    ['2026-11-25', 2],
    ['2025-11-25', 1],
  ]);
  expect(sizes('UTC')).toEqual([
    [null, 2],
    ['2026-11-25', 2],
    ['2026-11-24', 1],
    ['2025-11-24', 1],
  ]);
});

test('WAL-13 a day with a change of the clocks is one group', () => {
  const rows = [at('2026-11-02T04:59:00Z'), at('2026-11-01T06:30:00Z'), at('2026-11-01T04:00:00Z')];
  expect(groupByDay(rows, 'America/New_York').map(({ day, rows: { length } }) => [day, length])).toEqual([
    ['2026-11-01', 3],
  ]);
});

describe('the name of a day', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-25T15:59:30Z') }));
  afterEach(() => jest.useRealTimers());

  const show = (locale: 'en' | 'zh-Hant', days: readonly (string | null)[]) =>
    render(
      <NextIntlClientProvider locale={locale} messages={locale === 'en' ? en : zhHant} timeZone="Asia/Taipei">
        {days.map((day) => (
          <h3 key={day}>
            <DayName day={day} />
          </h3>
        ))}
      </NextIntlClientProvider>,
    );
  const names = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
  const days = [null, '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2025-12-31'];

  test('WAL-13 it follows the clock past midnight', () => {
    show('en', days);
    expect(names()).toEqual([
      'Pending',
      'Thu, November 26',
      'Today',
      'Yesterday',
      'Mon, November 23',
      'Wed, December 31, 2025',
    ]);
    act(() => jest.advanceTimersByTime(60_000));
    expect(names().slice(0, 4)).toEqual(['Pending', 'Today', 'Yesterday', 'Tue, November 24']);
  });

  test('WAL-13 I18N-1 it is in the language of the user', () => {
    show('zh-Hant', days);
    expect(names()).toEqual([
      '等待確認',
      '11月26日週四',
      '今天',
      '昨天',
      '11月23日週一',
      '2025年12月31日週三',
    ]);
  });
});
