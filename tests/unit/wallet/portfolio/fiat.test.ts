import { fiatScale } from '@/components/wallet/portfolio/value-history';
import currencies from '@/config/currencies.json';
import { fiatParts } from '@/lib/format/fiat';
import { routing } from '@/lib/i18n/routing';

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
  ['0.000001', 'USD', 'en', '$0.000001'],
  ['0', 'USD', 'en', '$0.00'],
  ['0', 'JPY', 'en', '¥0'],
  ['1', 'JPY', 'en', '¥1'],
  ['2000000.5', 'TWD', 'zh-Hant', '$2,000,000.50'],
  ['2000000.5', 'TWD', 'en', 'NT$2,000,000.50'],
  ['12.5', 'CNY', 'zh-Hant', 'CN¥12.50'],
  ['12', 'JPY', 'zh-Hant', '¥12'],
  ['12.5', 'HKD', 'zh-Hant', 'HK$12.50'],
  ['381250.9', 'JPY', 'en', '¥381,250'],
  ['123456789012345678901234567890.129', 'USD', 'en', '$123,456,789,012,345,678,901,234,567,890.12'],
])('CUR-1 %s %s in %s is shown as %s, truncated and never rounded', (value, currency, locale, expected) => {
  expect(text(value, currency, locale)).toBe(expected);
});

test('CUR-1 the operator’s decimals for a currency apply, except below one unit', () => {
  expect(text('31.25', 'TWD', 'en', 0)).toBe('NT$31');
  expect(text('0.25', 'TWD', 'en', 0)).toBe('NT$0.25');
});

test('CUR-1 a rounded amount below one unit has as few decimals as others, and is never zero', () => {
  expect(text('0.328097', 'USD', 'en', undefined, true)).toBe('$0.32');
  expect(text('0.0099', 'USD', 'en', undefined, true)).toBe('< $0.01');
  expect(text('0.25', 'TWD', 'en', 0, true)).toBe('< NT$1');
  expect(text('0', 'JPY', 'en', undefined, true)).toBe('¥0');
});

test('CUR-1 the parts separate symbol, integer and decimals', () => {
  expect(fiatParts('1234.5', 'USD', 'en')).toEqual([
    { type: 'currency', value: '$' },
    { type: 'integer', value: '1,234' },
    { type: 'decimals', value: '.50' },
  ]);
});

test('CUR-1 the space after a currency code belongs to the code', () => {
  expect(fiatParts('12.5', 'CHF', 'en')).toEqual([
    { type: 'currency', value: 'CHF\u00a0' },
    { type: 'integer', value: '12' },
    { type: 'decimals', value: '.50' },
  ]);
  expect(fiatParts('0.0000001', 'USD', 'en')[0]).toEqual({ type: 'currency', value: '< $' });
});

test('CUR-1 no two offered currencies share a symbol in any language', () => {
  for (const locale of routing.locales) {
    const symbols = currencies.map(({ name }) => fiatParts('1', name, locale, 0)[0]?.value);
    expect(new Set(symbols).size).toBe(currencies.length);
  }
});

test('CUR-1 I18N-4 Chinese numbers, amounts and dates use the formats of Taiwan', () => {
  const [chinese, taiwan] = ['zh-Hant', 'zh-Hant-TW'].map((locale) => [
    ...currencies.map(({ name }) => text('1234567.891', name, locale)),
    fiatScale({ currency: 'USD', locale }).text(1_234_567),
    new Intl.NumberFormat(locale, { notation: 'compact' }).format(123_456_789),
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(0),
    new Intl.ListFormat(locale).format(['甲', '乙', '丙']),
  ]);
  expect(chinese).toEqual(taiwan);
  expect(fiatScale({ currency: 'USD', locale: 'zh-Hant' }).text(1_234_567)).toBe('US$123.5萬');
});
