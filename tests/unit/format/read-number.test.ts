import fc from 'fast-check';
import { parseAmount } from '@/lib/format/amount';
import { readNumber } from '@/lib/format/read-number';

const wide = (text: string) =>
  text.replace(/[0-9.,']/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

test.each([
  ['1,5', '1.5'],
  [',5', '0.5'],
  ['5,', '5'],
  ['1,2345', '1.2345'],
  ['0,234', '0.234'],
  ['00,234', '0.234'],
  ['1234,567', '1234.567'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1,234.567', '1234.567'],
  ['1.234,567', '1234.567'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1,234,567.89', '1234567.89'],
  ['1 234', '1234'],
  ['1 234,567', '1234.567'],
  ['1\u00a0234\u00a0567.8', '1234567.8'],
  ['1\u202f234,5', '1234.5'],
  ['1\u2009234 567', '1234567'],
  ["1'234.5", '1234.5'],
  ['1’234’567', '1234567'],
  ['１２．５', '12.5'],
  ['１，５', '1.5'],
  ['1。5', '1.5'],
  ['１｡５', '1.5'],
  ['１　２３４', '1234'],
  ['\u00a01,50\u3000', '1.50'],
])('NUM-1 reads %j as %s', (text, number) => {
  expect(readNumber(text)).toEqual({ number, isPlain: false });
});

test.each([
  ['1.234', '1.234'],
  [' 12.50\n', '12.50'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['0', '0'],
])('NUM-1 reads the plain number %j as %s', (text, number) => {
  expect(readNumber(text)).toEqual({ number, isPlain: true });
});

test.each([
  ['1,234', '1234', '1.234'],
  ['12,000', '12000', '12.000'],
  ['123,456', '123456', '123.456'],
  ['１，２３４', '1234', '1.234'],
])('NUM-1 refuses %j, which can be read as %s and as %s', (text, ...readings) => {
  expect(readNumber(text)).toEqual({ problem: 'ambiguous', readings });
  expect(parseAmount(text, 18)).toEqual({ problem: 'ambiguous' });
});

test.each([
  ['1,23,456'],
  ['12,34,567'],
  ['1234,567,890'],
  ['1,2345,678'],
  ['1,234,56'],
  ['0,234,567'],
  ['0 234'],
  ['1.234.56'],
  ['1.234.5'],
  ['1,234,5'],
  ['1,234.'],
  ['1.234,'],
  ['1,,234'],
  ['1..5'],
  ['1,.5'],
  ['1.5,2'],
  ['1,234.567,8'],
  ['1.234,567.8'],
  ['12 34'],
  ['1  234'],
  ['1 234 '.repeat(2)],
  ["1'5"],
  ["1 234'567"],
  ['1 234,567.8'],
  ['1.234 567'],
  ['1, 5'],
  ['- 1,5'],
  ['1、5'],
  ['①'],
  ['٣'],
  ['1,5 ETH'],
])('NUM-1 refuses %j instead of guessing', (text) => {
  expect(readNumber(text)).toEqual({ problem: 'notNumber' });
});

test('NUM-1 every spelling with one reading gives the same base units, and only one form has two readings', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 40n }),
      fc.stringMatching(/^\d{0,18}$/),
      fc.integer({ min: 18, max: 24 }),
      (whole, fraction, decimals) => {
        const plain = fraction === '' ? `${whole}` : `${whole}.${fraction}`;
        const expected = parseAmount(plain, decimals);
        const grouped = (separator: string) => `${whole}`.replace(/\B(?=(\d{3})+$)/g, separator);
        const withDecimals = (text: string, mark: string) =>
          fraction === '' ? text : `${text}${mark}${fraction}`;
        const spellings = [
          withDecimals(`${whole}`, ','),
          withDecimals(grouped(','), '.'),
          ...['.', ','].flatMap((mark) =>
            [' ', '\u00a0', '\u202f', '\u2009', "'", '’'].map((separator) =>
              withDecimals(grouped(separator), mark),
            ),
          ),
          // Groups with points need another sign that they are no decimals.
          ...(fraction !== '' || whole >= 10n ** 6n ? [withDecimals(grouped('.'), ',')] : []),
        ];
        for (const text of spellings.flatMap((one) => [one, wide(one), ` ${one}\u00a0`])) {
          const isAmbiguous = /^[1-9１-９][0-9０-９]{0,2}[,，][0-9０-９]{3}$/.test(text.trim());
          expect([text, parseAmount(text, decimals)]).toEqual([
            text,
            isAmbiguous ? { problem: 'ambiguous' } : expected,
          ]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('NUM-1 both readings of an ambiguous number are plain numbers that differ by a factor of 1000', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.stringMatching(/^\d{3}$/), (whole, rest) => {
      const read = readNumber(`${whole},${rest}`);
      if (!('readings' in read)) throw new Error('read as one number');
      const [large, small] = read.readings.map((text) => {
        expect(readNumber(text)).toEqual({ number: text, isPlain: true });
        return BigInt(text.replace('.', '')) * (text.includes('.') ? 1n : 1_000n);
      });
      expect(large).toBe((small ?? 0n) * 1_000n);
    }),
  );
});
