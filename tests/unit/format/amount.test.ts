import fc from 'fast-check';
import { formatUnits, maxUint256, parseUnits } from 'viem';
import { decimalText, formatAmount, parseAmount, percentOf, truncate } from '@/lib/format/amount';

test.each([
  ['1.9999999', 6, '1.999999'],
  ['0.0000001', 6, '0'],
  ['-0.0000001', 6, '0'],
  [1e21, 6, '1000000000000000000000'],
  [1.5e-7, 8, '0.00000015'],
  [-1.23456789, 2, '-1.23'],
  ['-0.5', 6, '-0.5'],
  [' 1.5\n', 6, '1.5'],
  [123456789012345678901234567890n, 6, '123456789012345678901234567890'],
  ['00012.500', 6, '12.5'],
  ['.5', 6, '0.5'],
  ['5.', 6, '5'],
  ['1.2e3', 6, '1200'],
  ['12.34e-1', 6, '1.234'],
])('NUM-1 truncates %p to %p decimals', (value, decimals, expected) => {
  expect(truncate(value, decimals)).toBe(expected);
});

test('NUM-1 keeps six decimals by default', () => {
  expect(truncate('3.14159265')).toBe('3.141592');
});

test('NUM-1 formats an API decimal with every digit, grouped', () => {
  expect(decimalText('12345678901234567890.000000000000000001', 'en')).toBe(
    '12,345,678,901,234,567,890.000000000000000001',
  );
  expect(decimalText('0', 'zh-Hant')).toBe('0');
});

test('NUM-1 rejects anything but a number', () => {
  for (const text of ['', 'abc', '1,5', '--1', '1.2.3', 'NaN', 'Infinity'])
    expect(() => truncate(text)).toThrow(RangeError);
});

test('NUM-1 never rounds up and never shows an exponent, for any magnitude', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 60n }),
      fc.integer({ min: 0, max: 36 }),
      (value, decimals) => {
        const text = truncate(formatUnits(value, decimals), 6);
        expect(text).toMatch(/^\d+(\.\d{1,6})?$/);
        const back = parseUnits(text, Math.max(decimals, 6));
        const exact = value * 10n ** BigInt(Math.max(6 - decimals, 0));
        expect(back <= exact).toBe(true);
        expect(exact - back < 10n ** BigInt(Math.max(decimals, 6) - 6) || exact === back).toBe(true);
      },
    ),
  );
});

test('NUM-1 parses typed amounts and rejects those that viem would round or that can’t be encoded', () => {
  expect(parseAmount('1.9999999', 6)).toEqual({ problem: 'tooManyDecimals' });
  expect(parseAmount('1.999999', 6)).toEqual({ value: 1_999_999n });
  expect(parseAmount(' 2 ', 18)).toEqual({ value: 2n * 10n ** 18n });
  expect(parseAmount('.25', 6)).toEqual({ value: 250_000n });
  expect(parseAmount('', 6)).toEqual({ problem: 'empty' });
  expect(parseAmount('0.0', 6)).toEqual({ problem: 'zero' });
  expect(parseAmount(`${maxUint256}`, 0)).toEqual({ value: maxUint256 });
  expect(parseAmount(`${maxUint256 + 1n}`, 0)).toEqual({ problem: 'tooLarge' });
  expect(parseAmount('9'.repeat(1_000), 36)).toEqual({ problem: 'tooLarge' });
  for (const text of ['1e3', '-1', '+1', '0x10', '.', ',', 'Infinity', '10²']) {
    expect(parseAmount(text, 6)).toEqual({ problem: 'notNumber' });
  }
});

test('groups digits and marks amounts too small to display', () => {
  expect(formatAmount(1_234_567_890_123n, 6, 'en')).toBe('1,234,567.890123');
  expect(formatAmount(1n, 18, 'en')).toBe('< 0.000001');
  expect(formatAmount(0n, 18, 'en')).toBe('0');
});

test('groups digits as each locale does, also after another locale was used', () => {
  expect(formatAmount(12_345_678n, 0, 'en')).toBe('12,345,678');
  expect(formatAmount(12_345_678n, 0, 'en-IN')).toBe('1,23,45,678');
  expect(formatAmount(12_345_678n, 0, 'en')).toBe('12,345,678');
});

test('rounds percentages of an amount down', () => {
  expect(percentOf(3n, 25)).toBe(0n);
  expect(percentOf(101n, 50)).toBe(50n);
  expect(percentOf(101n, 100)).toBe(101n);
});

test('no percentage of an amount is more than the amount', () => {
  expect(percentOf(101n, 150)).toBe(101n);
  expect(percentOf(1_000n, 99.9)).toBe(990n);
});

const ungrouped = (text: string) => text.replaceAll(',', '');

test.each(['en', 'zh-Hant'])('NUM-1 an amount in %s can be entered again, digit for digit', (locale) => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 36 }),
      (value, decimals) => {
        const text = formatAmount(value, decimals, locale, decimals);
        expect(text).toMatch(/^\d{1,3}(,\d{3})*(\.\d*[1-9])?$/);
        expect(parseAmount(ungrouped(text), decimals)).toEqual({ value });
      },
    ),
  );
});

test.each(['en', 'zh-Hant'])(
  'NUM-1 a shortened amount in %s is never above the exact one, and never off by a whole last digit',
  (locale) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 36 }),
        fc.integer({ min: 0, max: 18 }),
        (value, decimals, shown) => {
          const text = formatAmount(value, decimals, locale, shown);
          const scale = 10n ** BigInt(Math.max(shown - decimals, 0));
          const exact = value * scale;
          const places = Math.max(decimals, shown);
          const lastDigit = 10n ** BigInt(places - shown);
          if (text.startsWith('< ')) {
            expect(parseUnits(text.slice(2), places)).toBe(lastDigit);
            expect(exact < lastDigit).toBe(true);
            return;
          }
          const back = parseUnits(ungrouped(text), places);
          expect(back <= exact && exact - back < lastDigit).toBe(true);
        },
      ),
    );
  },
);

test('NUM-1 an amount as the page shows it is read as that amount, unless it has two readings', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 36 }),
      (value, decimals) => {
        const text = formatAmount(value, decimals, 'en', decimals);
        const problem = /^\d{1,3},\d{3}$/.test(text) ? { problem: 'ambiguous' } : null;
        expect(parseAmount(text, decimals)).toEqual(problem ?? { value });
      },
    ),
  );
});

test('NUM-1 no text of digits and a point is read as a different amount', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[ +\-0-9.e]{0,12}$/)),
      fc.integer({ min: 0, max: 18 }),
      (text, decimals) => {
        const parsed = parseAmount(text, decimals);
        if ('problem' in parsed || !/^[\d.]*$/.test(text.trim()) || text.split('.').length > 2) return;
        const typed = text
          .trim()
          .replace(/^0+(?=\d)/, '')
          .replace(/^\./, '0.')
          .replace(/\.0*$|(\.\d*?)0+$/, '$1');
        expect(ungrouped(formatAmount(parsed.value, decimals, 'en', decimals))).toBe(typed);
      },
    ),
  );
});
