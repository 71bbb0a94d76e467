import fc from 'fast-check';
import type { Address } from 'viem';
import {
  allocation,
  gatherHoldings,
  type HeldPart,
  totalOf,
  valueParts,
} from '@/lib/wallet/portfolio/holdings';
import {
  noteHoldings,
  pastFromSnapshots,
  useSnapshots,
  valueHistory,
} from '@/lib/wallet/portfolio/snapshots';

const account: Address = `0x${'a'.repeat(40)}`;
const token = (coinId: number | null, symbol: string, decimals: number, digit: string) => ({
  ...{ coinId, symbol, decimals },
  address: `0x${digit.repeat(40)}` as Address,
});
const usdt = token(2, 'tUSDT', 6, '2');
const eth = token(1, 'ETH', 18, '0');
const shell = token(null, 'SHELL', 0, '9');
const part = (
  of: typeof usdt,
  amount: bigint,
  place: HeldPart['place'] = 'wallet',
  chainId = 7,
): HeldPart => ({
  ...{ chainId, place, amount },
  token: of,
});
const ETHER = 10n ** 18n;
const prices = new Map([
  [1, '2000.5'],
  [2, '1'],
]);
const priceOf = (coinId: number) => prices.get(coinId);

test('WAL-13 NUM-1 the total is the exact sum of priced holdings; unpriced ones have no share', () => {
  const parts = [part(eth, ETHER), part(usdt, 500_000n), part(usdt, 500_000n, 'vault'), part(shell, 9n)];
  const valued = valueParts(parts, priceOf);
  expect(totalOf(valued)).toBe(20_015n * (ETHER / 10n));
  expect(allocation(valued, ({ token: { symbol } }) => symbol)).toEqual([
    { key: 'ETH', fiatValue: 20_005n * (ETHER / 10n), bps: 9_995n },
    { key: 'tUSDT', fiatValue: ETHER, bps: 4n },
  ]);
  expect(allocation(valued, ({ place }) => place).map(({ key }) => key)).toEqual(['wallet', 'vault']);
  expect(gatherHoldings(parts).map(({ amount, parts: own }) => [amount, own.length])).toEqual([
    [ETHER, 1],
    [1_000_000n, 2],
    [9n, 1],
  ]);
  expect(allocation(valueParts([part(shell, 9n)], priceOf), ({ place }) => place)).toEqual([]);
});

test('WAL-13 shares never add up to more than the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 8 }),
      (amounts) => {
        const parts = amounts.map((amount, index) => part(usdt, amount, 'wallet', index + 1));
        const shares = allocation(valueParts(parts, priceOf), ({ chainId }) => String(chainId));
        const sum = shares.reduce((total, { bps }) => total + bps, 0n);
        expect(sum <= 10_000n).toBe(true);
        if (shares.length > 0) expect(sum > 10_000n - BigInt(shares.length)).toBe(true);
      },
    ),
  );
});

test('WAL-13 a past value uses the holdings and prices of that time, and is missing if one of them is unknown', () => {
  const times = [1, 2, 3, 4];
  const chain = [
    [],
    [part(usdt, 1_000_000n)],
    [part(usdt, 1_000_000n), part(eth, ETHER)],
    [part(eth, ETHER)],
  ];
  const grid = new Map([
    [1, ['2000', '2000', '2100', null]],
    [2, ['1', '0.5', '1', '1']],
  ]);
  const nobody = () => false;
  const values = (
    chains: Parameters<typeof valueHistory>[1],
    of = grid,
    isPricedNow: (coinId: number) => boolean = nobody,
  ) =>
    valueHistory(times, chains, of, isPricedNow).map(({ value }) =>
      value === null ? null : value / (ETHER / 10n),
    );
  expect(values([chain])).toEqual([0n, 5n, 21_010n, null]);
  expect(values([chain, [[], undefined, [], []]])).toEqual([0n, null, 21_010n, null]);
  // A coin without a price is left out, as in the total.
  expect(values([chain], new Map([[2, ['1', '0.5', '1', '1']]]))).toEqual([0n, 5n, 10n, 0n]);
  expect(values([[[part(shell, 5n)], [], [], []]])).toEqual([0n, 0n, 0n, 0n]);
  // A coin that has a price today also had a value in the past, but that value is unknown.
  expect(values([chain], new Map([[2, ['1', '0.5', '1', '1']]]), () => true)).toEqual([0n, 5n, null, null]);
});

test('WAL-13 this device records holdings at most once an hour and thins out old records', () => {
  localStorage.clear();
  useSnapshots.setState({ entries: [] });
  const HOUR = 3_600_000;
  const start = 500_000 * 6 * HOUR;
  for (let hour = 0; hour < 24 * 40; hour += 0.5)
    noteHoldings(
      account,
      7,
      [part(usdt, BigInt(Math.floor(hour)) + 1n), part(shell, 5n)],
      start + hour * HOUR,
    );
  const { entries } = useSnapshots.getState();
  const now = start + (24 * 40 - 0.5) * HOUR;
  expect(entries.length).toBeLessThan(180);
  expect(entries.every(({ at }) => now - at < 32 * 24 * HOUR)).toBe(true);
  const tokens = new Map([[usdt.address, usdt]]);
  const at = [start, now - 10 * 24 * HOUR, now - HOUR, now];
  const past = pastFromSnapshots(entries, { account, chainId: 7, tokens }, at, 6 * HOUR);
  expect(past[0]).toBeUndefined();
  expect(past.slice(1).every((held) => held?.length === 1)).toBe(true);
  expect(past[3]).toEqual([part(usdt, BigInt(24 * 40))]);
  expect(pastFromSnapshots(entries, { account, chainId: 8, tokens }, at, HOUR)).toEqual(
    at.map(() => undefined),
  );
});
