import fc from 'fast-check';
import { combine, median, type Quote } from '@/lib/server/prices/combine';
import { lastingReserves, track } from '@/lib/server/prices/dex/pool-guard';
import { type ChainValue, poolQuotes } from '@/lib/server/prices/dex/pool-quotes';
import { isWithin, ONE, parsePrice, priceText } from '@/lib/server/prices/fixed-point';

const MAX_AGE = 60_000;
const NOW = 1_000_000;
const sources = ['binance', 'coinbase', 'kraken', 'okx', 'uniswap-v2'] as const;
const rules = {
  maxAgeMs: Object.fromEntries(sources.map((source) => [source, MAX_AGE])) as Record<
    (typeof sources)[number],
    number
  >,
  maxDeviationBps: 200,
  minSources: 1,
};
const quote = (price: bigint, index: number, own: Partial<Quote> = {}): Quote => ({
  source: sources[index % sources.length] ?? 'okx',
  price,
  at: NOW - 1_000,
  testnet: false,
  ...own,
});
const prices = (...texts: string[]) => texts.map((text, index) => quote(parsePrice(text) ?? 0n, index));
const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 37n });

test('PRICE-1 the median lies between the extremes in any order', () => {
  fc.assert(
    fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 9 }), (values) => {
      const middle = median(values);
      const atMost = values.filter((value) => value <= middle).length;
      const atLeast = values.filter((value) => value >= middle).length;
      expect(median([...values].reverse())).toBe(middle);
      expect(atMost * 2).toBeGreaterThanOrEqual(values.length);
      expect((atLeast + 1) * 2).toBeGreaterThanOrEqual(values.length);
    }),
  );
  expect(() => median([])).toThrow(RangeError);
});

test('PRICE-1 a minority of false quotes, however extreme, moves no price beyond what honest sources say', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: ONE, max: 10n ** 24n }),
      fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 3 }),
      fc.array(anyPrice, { maxLength: 2 }),
      (truth, offsets, lies) => {
        const honest = offsets
          .sort((one, other) => one - other)
          .map((bps) => truth + (truth * BigInt(bps)) / 10_000n);
        const combined = combine(
          [...honest, ...lies].map((price, index) => quote(price, index)),
          NOW,
          rules,
        );
        const [low = 0n, , high = 0n] = honest;
        expect(combined).not.toBeNull();
        // A value within the band of the honest values counts as honest, so it can shift the result by no more than the
        // band.
        if (combined) {
          expect(combined.price * 10_000n).toBeGreaterThanOrEqual(low * 9_700n);
          expect(combined.price * 10_000n).toBeLessThanOrEqual(high * 10_300n);
        }
      },
    ),
  );
});

test('PRICE-1 a combined price has a majority of sources and is close to one of them', () => {
  fc.assert(
    fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 5 }), (values) => {
      const combined = combine(
        values.map((price, index) => quote(price, index)),
        NOW,
        rules,
      );
      if (!combined) return;
      expect(combined.sources.length * 2).toBeGreaterThan(values.length);
      const kept = values.filter((_, index) => combined.sources.includes(sources[index] ?? 'okx'));
      expect(kept.some((value) => isWithin(combined.price, value, rules.maxDeviationBps * 2))).toBe(true);
    }),
  );
});

test('PRICE-1 ignores outliers and stale quotes, and returns no price without a majority', () => {
  expect(combine(prices('2500', '2501', '2502', '9999'), NOW, rules)).toMatchObject({
    price: 2501n * ONE,
    sources: ['binance', 'coinbase', 'kraken'],
  });
  expect(combine(prices('2500', '3000'), NOW, rules)).toBeNull();
  expect(combine(prices('2500', '2500', '3000', '3000'), NOW, rules)).toBeNull();
  expect(combine([], NOW, rules)).toBeNull();
  const old = prices('2500', '2500').map((entry) => ({ ...entry, at: NOW - MAX_AGE - 1 }));
  expect(combine([...old, ...prices('2600')], NOW, rules)).toMatchObject({ price: 2600n * ONE });
  expect(combine(old, NOW, rules)).toBeNull();
  expect(combine(prices('2500'), NOW, { ...rules, minSources: 2 })).toBeNull();
});

test('PRICE-1 uses a test chain only if there is no other fresh quote', () => {
  const pool = quote(2500n * ONE, 4, { testnet: true });
  expect(combine([pool, ...prices('3400')], NOW, rules)).toMatchObject({
    price: 3400n * ONE,
    sources: ['binance'],
  });
  expect(combine([pool], NOW, rules)).toMatchObject({ price: 2500n * ONE, sources: ['uniswap-v2'] });
});

test('PRICE-1 fixed-point formatting and parsing round-trip', () => {
  fc.assert(fc.property(anyPrice, (value) => expect(parsePrice(priceText(value))).toBe(value)));
});

const guard = { maxMoveBps: 500, confirmBlocks: 2, confirmMs: 20_000, testnet: true };
const real = { ...guard, testnet: false };
const reading = (price: bigint, block: bigint, at = 0, reserve1 = 1_000n) => ({
  rate: price * ONE,
  block,
  at,
  reserve0: reserve1 * price,
  reserve1,
});

test('PRICE-1 a pool that jumps is ignored until the jump has lasted', () => {
  const start = track(null, reading(2500n, 10n), guard);
  const jumped = track(start, reading(5000n, 11n), guard);
  expect(jumped.pending).not.toBeNull();
  expect(jumped.accepted?.rate).toBe(2500n * ONE);
  // A jump that is reverted in the next block, as with a flash loan, has no effect.
  expect(track(jumped, reading(2500n, 12n), guard)).toMatchObject({
    accepted: reading(2500n, 12n),
    pending: null,
  });
  expect(track(jumped, reading(5001n, 12n), guard).pending).not.toBeNull();
  expect(track(jumped, reading(5001n, 13n), guard)).toMatchObject({
    accepted: reading(5001n, 13n),
    pending: null,
  });
  // On a test chain, which may have no new blocks, elapsed time is used instead.
  expect(track(jumped, reading(5001n, 11n, 20_000), guard).pending).toBeNull();
  expect(track(jumped, reading(5001n, 12n, 20_000), real).pending).not.toBeNull();
  // A different jump has to last long enough again.
  expect(track(jumped, reading(9000n, 13n), guard).pending).toEqual(reading(9000n, 13n));
});

test('PRICE-1 a new pool has no price until its rate has lasted, except on a test chain', () => {
  const first = reading(1_000_000n, 10n);
  expect(track(null, first, guard)).toMatchObject({ accepted: first, pending: null });
  const created = track(null, first, real);
  expect(created).toEqual({ accepted: null, before: [], pending: first });
  expect(track(created, reading(1_000_000n, 11n), real).accepted).toBeNull();
  // Another rate has to last as long again.
  const moved = track(created, reading(2_000_000n, 12n), real);
  expect(moved).toMatchObject({ accepted: null, pending: reading(2_000_000n, 12n) });
  expect(track(moved, reading(2_000_000n, 13n), real).accepted).toBeNull();
  expect(track(moved, reading(2_000_000n, 14n), real).accepted).toEqual(reading(2_000_000n, 14n));
});

test('PRICE-1 liquidity counts after it has lasted, and no longer than it lasts', () => {
  let state = track(null, reading(2500n, 10n, 0, 1n), guard);
  for (const block of [11n, 12n, 13n]) state = track(state, reading(2500n, block, 0, 1n), guard);
  const reserve1 = (block: bigint, given: bigint) => {
    const now = reading(2500n, block, 0, given);
    state = track(state, now, guard);
    return lastingReserves(state, now)?.reserve1;
  };
  expect(reserve1(14n, 1_000_000n)).toBe(1n);
  expect(reserve1(15n, 1_000_000n)).toBe(1n);
  expect(reserve1(16n, 1_000_000n)).toBe(1_000_000n);
  expect(reserve1(17n, 1_000_000n)).toBe(1_000_000n);
  expect(reserve1(18n, 10n)).toBe(10n);
  const created = reading(2500n, 10n);
  expect(lastingReserves(track(null, created, real), created)).toBeNull();
});

const value = (coinId: number, own: Partial<ChainValue>): ChainValue => {
  const prices = own.prices ?? [];
  const known = prices.reduce((sum, { depth }) => sum + depth, 0n);
  return { coinId, known, prices, at: NOW, testnet: false, ...own };
};
const quotesOf = (values: readonly ChainValue[]) => poolQuotes(values, rules.maxDeviationBps);
const pool = (price: bigint, depth: bigint) => ({ price: price * ONE, depth: depth * ONE });

test('PRICE-1 many false pools with little liquidity move no price', () => {
  const lies = [pool(1_000_000n, 10_000n), pool(2_000_000n, 10_000n), pool(3_000_000n, 10_000n)];
  const price = (...prices: ReturnType<typeof pool>[]) => quotesOf([value(7, { prices })]).get(7)?.price;
  expect(price(pool(1n, 50_000n), ...lies)).toBe(ONE);
  expect(price(pool(1n, 50_000n), ...lies.slice(1))).toBe(ONE);
  // Pools that agree give their mean. The mean of pools that don't agree would be the price of none.
  expect(price(pool(1_000n, 30_000n), pool(1_010n, 20_000n), ...lies.slice(1))).toBe(1_004n * ONE);
  expect(price(pool(1n, 10_000n), pool(1_000_000n, 10_000n))).toBe(ONE);
  expect(price(pool(2n, 10_000n), pool(1n, 10_000n), pool(3n, 10_000n))).toBe(2n * ONE);
});

test('PRICE-1 a coin has no price while most of its liquidity is unconfirmed, not even that of a test chain', () => {
  const test = value(7, { testnet: true, prices: [pool(5n, 90_000n)] });
  expect(quotesOf([test]).get(7)).toMatchObject({ price: 5n * ONE, testnet: true });
  expect(quotesOf([test, value(7, {})]).has(7)).toBe(false);
  const jumped = value(7, { known: 30_000n * ONE, prices: [pool(1n, 14_000n)] });
  expect(quotesOf([jumped]).has(7)).toBe(false);
  expect(quotesOf([{ ...jumped, known: 28_000n * ONE }]).get(7)).toMatchObject({ price: ONE });
});

test('PRICE-1 treats a jump in small steps as a jump', () => {
  let state = track(null, reading(100_000n, 10n), guard);
  let price = 100_000n;
  for (let step = 1; step <= 10; step += 1) {
    price += (price * 49n) / 1_000n;
    state = track(state, reading(price, 10n, step * 1_000), guard);
    expect(isWithin(state.accepted?.rate ?? 0n, 100_000n * ONE, guard.maxMoveBps)).toBe(true);
  }
  expect(state.pending).not.toBeNull();
  // If each step lasts long enough, the market is really moving.
  let market = track(null, reading(100_000n, 10n), guard);
  for (let step = 1n; step <= 10n; step += 1n)
    market = track(market, reading(100_000n + step * 4_000n, 10n + step * 2n), guard);
  expect(market.accepted?.rate).toBe(140_000n * ONE);
});

test('PRICE-1 an accepted price has lasted long enough or is within the band of one that has', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.bigInt({ min: 90n, max: 130n }), fc.nat(1)), { minLength: 2 }),
      (steps) => {
        const first = reading(steps[0]?.[0] ?? 1n, 0n);
        let state = track(null, first, guard);
        const believed = [first];
        const seen = [first];
        let block = 0n;
        for (const [price, advance] of steps.slice(1)) {
          block += BigInt(advance);
          const now = reading(price, block);
          state = track(state, now, guard);
          if (state.accepted === now) {
            const isAround = (one: typeof now) => isWithin(now.rate, one.rate, guard.maxMoveBps);
            const isOld = (one: typeof now) => block - one.block >= 2n;
            const reference = believed.findLast(isOld) ?? believed[0] ?? first;
            expect(isAround(reference) || seen.some((one) => isOld(one) && isAround(one))).toBe(true);
            believed.push(now);
          }
          seen.push(now);
        }
      },
    ),
  );
});
