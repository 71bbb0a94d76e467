import { readFileSync } from 'node:fs';
import {
  hashLines,
  type ReceiptContent,
  receiptColors,
  receiptDrawing,
  wrapText,
} from '@/lib/wallet/receipt/receipt-layout';

/** Every character is as wide as half its size, and Han characters as wide as their size. */
const measure = (text: string, { size }: { size: number }) =>
  [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? size : size / 2), 0);

const hash = `0x${'0123456789abcdef'.repeat(4)}`;
const content: ReceiptContent = {
  brand: 'Tidewell',
  document: 'Transaction receipt',
  isFailed: false,
  status: 'Confirmed',
  time: 'Mar 4, 2026, 5:06 AM UTC',
  headline: 'Sent 1,250.5 tUSDT to 0x1234…abcd on a network with quite a long name',
  note: null,
  rows: [
    { label: 'Sent', lines: ['−1,250.5 tUSDT', '≈ $1,250.50'], isStrong: true },
    { label: 'From', lines: [], address: `0x${'ab'.repeat(20)}` },
  ],
  hash: { label: 'Transaction hash', value: hash },
  scan: 'Scan to check this transaction in the explorer.',
  proof: 'Read from North Sea, block 16',
  code: { d: 'M4,4 h1v1h-1z', modules: 45 },
};

test('the colors are those of the light theme', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  for (const [name, value] of Object.entries(receiptColors))
    expect(css).toMatch(new RegExp(`@theme[^@]*--color-${name}: ${value};`));
});

test('everything is drawn once, within the picture, and no lines of text overlap', () => {
  const { width, height, items } = receiptDrawing(content, measure);
  const texts = items.filter((item) => item.type === 'text');
  const written = texts.map(({ text }) => text).join(' ');
  for (const said of [content.headline, 'Confirmed', '−1,250.5 tUSDT', '≈ $1,250.50', content.proof])
    expect(written).toContain(said);
  expect(
    written
      .match(/[0-9a-f]{8}/g)
      ?.slice(-8)
      .join(''),
  ).toBe(hash.slice(2));
  expect(width).toBe(540);
  for (const { x, y, text, size, align } of texts) {
    const start = align === 'end' ? x - measure(text, { size }) : x;
    expect(start).toBeGreaterThanOrEqual(44);
    expect(start + measure(text, { size })).toBeLessThanOrEqual(width - 44);
    expect(y).toBeLessThan(height - 20);
  }
  const ends = texts.filter(({ align }) => align === 'end').map(({ y }) => y);
  expect(new Set(ends).size).toBe(ends.length);
  expect(items.filter(({ type, color }) => type === 'path' && color === 'ink')).toHaveLength(1);
});

test('a failed transaction has another mark and another color, and a chain without an explorer no code', () => {
  const drawing = receiptDrawing({ ...content, isFailed: true, status: 'Failed', code: null }, measure);
  expect(drawing.items.some(({ color }) => color === 'success')).toBe(false);
  expect(drawing.items.filter(({ color }) => color === 'error')).toHaveLength(2);
  expect(drawing.items.some(({ type, color }) => type === 'path' && color === 'ink')).toBe(false);
  expect(drawing.items.some((item) => item.type === 'text' && item.text === content.scan)).toBe(false);
});

test('text wraps between words, between Han characters, and inside what fits on no line', () => {
  const wrap = (text: string) => wrapText(text, 100, { size: 20 }, measure);
  expect(wrap('Sent ten to Ada')).toEqual(['Sent ten', 'to Ada']);
  expect(wrap('已將代幣，全部兌換')).toEqual(['已將代幣，', '全部兌換']);
  expect(wrap('1234567890123')).toEqual(['1234567890', '123']);
  expect(wrap('收到 12.5 TIDE')).toEqual(['收到 12.5', 'TIDE']);
});

test('a hash is split into groups of eight digits', () => {
  expect(hashLines(hash).map((line) => line.trim())).toEqual([
    '0x 01234567 89abcdef 01234567 89abcdef',
    '01234567 89abcdef 01234567 89abcdef',
  ]);
});
