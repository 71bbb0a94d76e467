import fc from 'fast-check';
import { type Address, formatUnits, type Hash, pad, parseUnits } from 'viem';
import type { Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { min } from '@/lib/evm/bigint';
import type { ActivityKind, ActivityRow, ActivityToken, Move } from '@/lib/wallet/activity/activity-row';
import { CoinLots } from '@/lib/wallet/activity/coin-lots';
import { costBasis, dailyPriceOf, hasWholeHistory, pricesNeeded } from '@/lib/wallet/activity/cost-basis';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const tokenOf = (coinId: number | null, decimals: number, digit: string): ActivityToken => ({
  ...{ coinId, decimals, symbol: `T${digit}` },
  address: digit === '0' ? NATIVE_TOKEN : (`0x${digit.repeat(40)}` as Address),
});
// The same coin has 6 decimals on one network, and 18 on another.
const [tide, rollup, usdt, unpricedCoin, ether, unlisted] = [
  tokenOf(5, 6, '5'),
  tokenOf(5, 18, '6'),
  tokenOf(2, 6, '2'),
  tokenOf(7, 18, '7'),
  tokenOf(1, 18, '0'),
  tokenOf(null, 18, '9'),
] as [ActivityToken, ActivityToken, ActivityToken, ActivityToken, ActivityToken, ActivityToken];
const coinOf = (id: number, tokens: { chainId: number; token: ActivityToken }[]) =>
  ({
    id,
    tokens: tokens.map(({ chainId, token: { address, decimals } }) => ({
      ...{ chainId, decimals },
      address: address === NATIVE_TOKEN ? null : address,
    })),
  }) as Coin;
const tideCoin = coinOf(5, [
  { chainId: 7, token: tide },
  { chainId: 8, token: rollup },
  { chainId: 9, token: tide },
]);
const etherCoin = coinOf(1, [{ chainId: 7, token: ether }]);
const chains = [7, 8, 9].map((id) => ({ id, testnet: id === 9 }));
const coins = [
  tideCoin,
  coinOf(2, [{ chainId: 7, token: usdt }]),
  coinOf(7, [{ chainId: 7, token: unpricedCoin }]),
  etherCoin,
];

/** Prices of TIDE on the first days: 1, 2, 3, … dollars, but none on day 8. */
const priceOf = dailyPriceOf(
  Array.from({ length: 20 }, (_, day) => {
    const at = { day: new Date(START + day * DAY_MS).toISOString().slice(0, 10) };
    return [
      ...(day === 8 ? [] : [{ ...at, coinId: 5, price: String(day + 1), sample: day >= 15 }]),
      { ...at, coinId: 2, price: '1', sample: false },
      { ...at, coinId: 1, price: '2000', sample: false },
    ];
  }).flat(),
);

const move = (token: ActivityToken, amount: string): Move => ({
  token,
  amount: parseUnits(amount, token.decimals),
});
let count = 0;
function row(
  kind: ActivityKind,
  day: number,
  moves: Partial<Pick<ActivityRow, 'out' | 'in' | 'held' | 'status' | 'block'>>,
): ActivityRow {
  count += 1;
  return {
    ...{ chainId: 7, hash: pad(`0x${count.toString(16)}`, { size: 32 }) as Hash, kind, in: [], out: [] },
    ...{ allowance: null, counterparty: null, at: START + day * DAY_MS + count, block: BigInt(count) },
    ...{ status: 'confirmed', isVerified: false },
    ...moves,
  };
}
const receive = (day: number, amount: string, token = tide, chainId = 7) => ({
  ...row('receive', day, { in: [move(token, amount)] }),
  chainId,
});
const send = (day: number, amount: string, token = tide) => row('send', day, { out: [move(token, amount)] });
const usd = (value: { usd: bigint } | null | undefined) => (value ? formatUnits(value.usd, 18) : null);

/** Returns value, cost, and profit of each row's first amount, in the order of `rows`. */
function shown(rows: readonly ActivityRow[], isWhole = true) {
  // Activity is newest first.
  const basis = costBasis([...rows].reverse(), { coins, chains }, priceOf, () => isWhole);
  const ofRow = (one: ActivityRow) => {
    const first = one.out[0] ?? one.in[0];
    const { value, cost, profit } = (first && basis.ofMove.get(first)) ?? {};
    return [usd(value), usd(cost), profit === undefined ? null : formatUnits(profit, 18)];
  };
  return { basis, of: rows.map(ofRow) };
}
const balance = ({ basis }: ReturnType<typeof shown>, amount: string) =>
  usd(basis.ofBalance({ coinId: 5, chainId: 7 }, { amount: parseUnits(amount, 6), decimals: 6 }));

test('WAL-30 what leaves costs what the oldest coins cost, over several lots and networks', () => {
  const sold = send(4, '1.5');
  const result = shown([
    receive(0, '1'),
    receive(1, '1', rollup),
    receive(2, '1'),
    sold,
    send(5, '1', rollup),
  ]);
  // The first half costs 1 dollar, and the other 2 × 0.5 dollars. It was worth 1.5 × 5 dollars.
  expect(result.of).toEqual([
    ['1', null, null],
    ['2', null, null],
    ['3', null, null],
    ['7.5', '2', '5.5'],
    ['6', '2.5', '3.5'],
  ]);
  expect(balance(result, '0.5')).toBe('1.5');
});

test('WAL-30 coins of a test network are never sold as real ones', () => {
  const result = shown([receive(0, '1', tide, 9), receive(1, '1'), send(2, '1'), send(3, '1')]);
  expect(result.of.map(([, cost]) => cost)).toEqual([null, null, '2', null]);
  const { basis } = shown([receive(0, '1', tide, 9), receive(1, '1')]);
  const amount = { amount: 1_000_000n, decimals: 6 };
  expect([7, 9].map((chainId) => usd(basis.ofBalance({ coinId: 5, chainId }, amount)))).toEqual(['2', '1']);
});

test('WAL-30 the costs of all parts add up to what was paid, to the last digit', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10n ** 30n }), (bought, parts, cost) => {
      const lots = new CoinLots(true);
      for (const amount of bought) lots.add(amount, { usd: cost, isSample: false });
      let left = bought.reduce((total, amount) => total + amount, 0n);
      let paid = 0n;
      for (const part of parts) {
        const taken = min(part, left);
        paid += lots.take(taken)?.usd ?? -1n;
        left -= taken;
        expect(paid + (lots.costOfRest(left)?.usd ?? -1n)).toBe(cost * BigInt(bought.length));
      }
    }),
  );
});

test('WAL-30 a swap sells one coin and buys another, which costs its value, or the value of the other side', () => {
  const bought = row('swap', 1, { out: [move(usdt, '10')], in: [move(unpricedCoin, '4')] });
  const result = shown([
    receive(0, '10', usdt),
    bought,
    row('swap', 2, { out: [move(unpricedCoin, '1')], in: [move(tide, '2')] }),
    send(3, '2'),
  ]);
  expect(result.of).toEqual([
    ['10', null, null],
    ['10', '10', '0'],
    ['6', '2.5', '3.5'],
    ['8', '6', '2'],
  ]);
  const [arrived] = bought.in;
  expect(arrived && result.basis.ofMove.get(arrived)).toEqual({
    value: { usd: 10n ** 19n, isSample: false },
  });
});

test('WAL-30 what is moved to the vault, stakes, and pledges stays the account’s, with what it earns and loses there', () => {
  const result = shown([
    receive(0, '10'),
    row('deposit', 1, { out: [move(tide, '10')], held: [move(tide, '10')] }),
    // A withdrawal with a fee of 1, which takes the oldest coins.
    row('withdraw', 2, { in: [move(tide, '9')], held: [move(tide, '-10')] }),
    row('pledge', 3, { out: [move(tide, '9')], held: [move(tide, '9')] }),
    // Interest of 3 at 5 dollars.
    row('redeem', 4, { in: [move(tide, '12')], held: [move(tide, '-9')] }),
    send(5, '10'),
    // The same coin on both sides counts once.
    row('other', 6, { out: [move(tide, '2')], in: [move(tide, '1')] }),
  ]);
  expect(result.of.map(([, cost, profit]) => [cost, profit])).toEqual([
    ...Array.from({ length: 5 }, () => [null, null]),
    ['14', '46'],
    [null, null],
  ]);
  expect(balance(result, '1')).toBe('5');
});

test('WAL-30 without a price, with what cards and presales hide, and after a recovery, costs are unknown', () => {
  expect(shown([receive(8, '1'), receive(9, '1'), send(10, '1.5'), send(11, '0.5')]).of.slice(2)).toEqual([
    ['16.5', null, null],
    ['6', '5', '1'],
  ]);
  const card = shown([
    receive(0, '2'),
    row('topUpCard', 1, { out: [move(tide, '1')] }),
    row('withdrawCard', 2, { in: [move(tide, '1')] }),
    send(3, '1'),
    send(4, '1'),
  ]);
  expect(card.of.map(([, cost]) => cost)).toEqual([null, null, null, '1', null]);
  const recovered = shown([receive(0, '2'), row('recover', 1, {}), send(2, '1')]);
  expect([recovered.of.at(-1), balance(recovered, '1')]).toEqual([['3', null, null], null]);
  expect(balance(shown([receive(0, '2'), row('recover', 1, {})]), '2')).toBeNull();
  // A recovery on a test network changes nothing on the others.
  expect(balance(shown([receive(0, '2'), { ...row('recover', 1, {}), chainId: 9 }]), '2')).toBe('2');
  expect(shown([receive(0, '1', unlisted), send(1, '1', unlisted)]).of).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
});

test('WAL-30 a balance has a cost if it is exactly what the whole history leaves', () => {
  const rows = [receive(0, '1'), receive(3, '2'), receive(4, '1'), send(5, '1')];
  const whole = shown(rows);
  expect(['1', '2.999999', '3', '3.5', '4'].map((amount) => balance(whole, amount))).toEqual([
    ...[null, null, '13', null, null],
  ]);
  const part = shown(rows, false);
  expect([part.of.at(-1), balance(part, '3')]).toEqual([['6', null, null], null]);
  // More left than came, so it's unknown what is left.
  const lost = shown([receive(0, '1'), send(1, '2'), receive(2, '5'), send(3, '1')]);
  expect([lost.of.at(-1), balance(lost, '4')]).toEqual([['4', null, null], null]);
  expect(balance(shown([receive(0, '1'), receive(8, '1')]), '2')).toBeNull();
  // Fees take native currency, too, and aren't listed.
  const native = shown([receive(0, '1', ether), send(1, '0.5', ether)]);
  const rest = { amount: parseUnits('0.5', 18), decimals: 18 };
  expect(native.of.at(-1)).toEqual(['1000', null, null]);
  expect(native.basis.ofBalance({ coinId: 1, chainId: 7 }, rest)).toBeNull();
});

test('WAL-30 the order of rows doesn’t matter, nor the order inside a block, and only confirmed rows count', () => {
  const [one, sold, failed] = [receive(1, '1'), send(1, '1'), send(2, '1')];
  const rows = [sold, one, { ...failed, status: 'failed' as const }, receive(0, '1'), send(17, '1')].map(
    (other) => (other === sold ? { ...sold, at: one.at } : other),
  );
  const { of, basis } = shown(rows);
  expect(of).toEqual([
    ['2', '1', '1'],
    ['2', null, null],
    [null, null, null],
    ['1', null, null],
    ['18', '2', '16'],
  ]);
  const last = rows.at(-1)?.out[0];
  expect(last && basis.ofMove.get(last)?.value?.isSample).toBe(true);
  expect(pricesNeeded([...rows, receive(-1, '1', usdt)])).toEqual({ years: [2025, 2026], coinIds: [2, 5] });
});

test('WAL-30 a coin’s history is whole if each of its networks is searched to the first block', () => {
  const part = (chainId: number, reached: bigint, isFailed = false) => ({
    ...{ chainId, isFailed, isReading: false, refetch: async () => undefined },
    data: { found: { rows: [] }, reached, reachedAt: 0 },
  });
  const [first, second, third] = [part(7, 0n), part(8, 0n), part(9, 0n)];
  expect(hasWholeHistory(tideCoin, [first, second, third])).toBe(true);
  expect(hasWholeHistory(tideCoin, [first, second])).toBe(false);
  expect(hasWholeHistory(tideCoin, [first, part(8, 9n), third])).toBe(false);
  expect(hasWholeHistory(tideCoin, [first, part(8, 0n, true), third])).toBe(false);
  expect(hasWholeHistory(tideCoin, [first, { ...second, data: undefined }, third])).toBe(false);
});
