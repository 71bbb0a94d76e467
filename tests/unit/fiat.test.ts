import { fiatParts } from '@/lib/fiat';

const text = (...parameters: Parameters<typeof fiatParts>) =>
  fiatParts(...parameters)
    .map(({ value }) => value)
    .join('');

test.each([
  ['2500', 'USD', 'en', '$2,500.00'],
  ['2500.999', 'USD', 'en', '$2,500.99'],
  ['2500.999', 'USD', 'zh-Hant', 'US$2,500.99'],
  ['0.00001239', 'USD', 'en', '$0.000012'],
  ['0.999999999', 'EUR', 'en', '€0.999999'],
  ['0.00000012', 'USD', 'en', '< $0.000001'],
  ['0', 'USD', 'en', '$0.00'],
  ['2000000.5', 'TWD', 'zh-Hant', 'NT$2,000,000.50'],
  ['12.5', 'HKD', 'zh-Hant', 'HK$12.50'],
  ['381250.9', 'JPY', 'en', '¥381,250'],
  ['123456789012345678901234567890.129', 'USD', 'en', '$123,456,789,012,345,678,901,234,567,890.12'],
])('CUR-1 %s %s in %s reads %s, cut and never rounded', (value, currency, locale, expected) => {
  expect(text(value, currency, locale)).toBe(expected);
});

test('CUR-1 the operator’s decimals for a currency win, except under one unit', () => {
  expect(text('31.25', 'TWD', 'en', 0)).toBe('NT$31');
  expect(text('0.25', 'TWD', 'en', 0)).toBe('NT$0.25');
});

test('CUR-1 the parts keep symbol, whole and decimals apart', () => {
  expect(fiatParts('1234.5', 'USD', 'en')).toEqual([
    { type: 'currency', value: '$' },
    { type: 'integer', value: '1,234' },
    { type: 'decimals', value: '.50' },
  ]);
});
