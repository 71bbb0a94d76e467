/** @jest-environment node */
import { samplePath } from '@/scripts/launcher/demo/sample-path';

const swing = { seed: 14, keeps: 1, change: 0.006 };
const to = 2_500n * 10n ** 18n;
const share = (one: bigint, other: bigint) => Math.abs(Number(one) / Number(other) - 1);

test('OPS-1 sample prices are deterministic, vary, and lead up to the current price without a jump', () => {
  const prices = samplePath(1_536, { from: null, to, swing });
  expect(samplePath(1_536, { from: null, to, swing })).toEqual(prices);
  expect(prices).toHaveLength(1_536);
  expect(new Set(prices).size).toBeGreaterThan(1_500);
  for (const [index, price] of prices.entries())
    expect(share(price, prices[index + 1] ?? to)).toBeLessThan(0.007);
  expect(Math.max(...prices.map((price) => share(price, to)))).toBeGreaterThan(0.05);
});

test('OPS-1 sample prices for a gap lead from the last recorded price to the current one', () => {
  const from = 2_300n * 10n ** 18n;
  const prices = samplePath(48, { from, to, swing });
  expect(prices[0]).toBe(from);
  expect(share(prices.at(-1) ?? 0n, to)).toBeLessThan(0.015);
  expect(samplePath(0, { from, to, swing })).toEqual([]);
});
