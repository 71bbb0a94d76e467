import { changePercent, changeText, percentText, shareOf, sharePercent } from '@/lib/format/percent';

test.each([
  [150n, 100n, '+50.00'],
  [101n, 100n, '+1.00'],
  [100n, 100n, '0.00'],
  [75n, 100n, '-25.00'],
  [0n, 100n, '-100.00'],
  // 0.129% and -0.129% are truncated toward zero.
  [100_129n, 100_000n, '+0.12'],
  [99_871n, 100_000n, '-0.12'],
  // Less than a hundredth of a percent has no sign.
  [100_000_001n, 100_000_000n, '0.00'],
  [99_999_999n, 100_000_000n, '0.00'],
  [123_456n, 100n, '+123356.00'],
])('a change to %p from %p is %s percent, truncated', (value, before, expected) => {
  expect(changeText(value, before)).toBe(expected);
});

test('a share is between 0 and 1, truncated, whatever the parts', () => {
  expect(shareOf(1n, 4n)).toBe(0.25);
  expect(shareOf(2n, 3n)).toBe(0.666666);
  expect(shareOf(4n, 4n)).toBe(1);
  expect(shareOf(5n, 4n)).toBe(1);
  expect(shareOf(0n, 4n)).toBe(0);
  expect(shareOf(-1n, 4n)).toBe(0);
  expect(shareOf(1n, 0n)).toBe(0);
  expect(shareOf(1n, -4n)).toBe(0);
  // A single base unit isn't enough to reach 1.
  expect(shareOf(10n ** 24n - 1n, 10n ** 24n)).toBe(0.999999);
});

test.each(['en', 'zh-Hant'])('NUM-1 in %s, a percentage has no space and a true minus sign', (locale) => {
  expect(percentText(30, locale)).toBe('0.3%');
  expect(sharePercent(780n, locale)).toBe('7.80%');
  expect(percentText(-1_250n, locale)).toBe('−12.5%');
  expect(percentText(12_345_678_901_234_567_890n, locale)).toBe('123,456,789,012,345,678.9%');
  expect(changePercent('+2.28', locale)).toBe('+2.28%');
  expect(changePercent('-0.5', locale)).toBe('−0.50%');
  expect(changePercent('0.00', locale)).toBe('0.00%');
  expect(changePercent('+123356.00', locale)).toBe('+123,356.00%');
});
