import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  getAddress,
  parseAbi,
} from 'viem';
import { isTyped } from '@/components/wallet/swap/impact-warning';
import { offerOf } from '@/components/wallet/swap/swap-offer';
import { readSwapParams } from '@/components/wallet/swap/swap-params';
import { rateText } from '@/components/wallet/swap/swap-terms';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { routerAbi } from '@/lib/wallet/swap/abi';
import {
  impactTier,
  minimumReceived,
  priceImpactBps,
  readDeadline,
  readSlippage,
  routeFeeBps,
} from '@/lib/wallet/swap/arithmetic';
import { legsFor, pathsBetween } from '@/lib/wallet/swap/market';
import { isIntent } from '@/lib/wallet/transactions/stored-entry';

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`);
const [a, b, c, d, weth] = [at('1'), at('2'), at('3'), at('4'), at('5')];
const pair = (one: typeof a, other: typeof a) => ({ address: at('9'), tokens: [one, other] as const });
const FEE = 3_000_000n;
const ether = 10n ** 18n;

/** Calculates the amount received with the pair contract's own formula. */
const amountOut = (amount: bigint, reserveIn: bigint, reserveOut: bigint) =>
  (amount * 997n * reserveOut) / (reserveIn * 1_000n + amount * 997n);

test.each([
  [0n, 'low'],
  [99n, 'low'],
  [100n, 'noticeable'],
  [299n, 'noticeable'],
  [300n, 'high'],
  [499n, 'high'],
  [500n, 'severe'],
  [1_499n, 'severe'],
  [1_500n, 'blocked'],
] as const)('WAL-5 a price impact of %p basis points is %s', (bps, tier) => {
  expect(impactTier(bps)).toBe(tier);
});

test('WAL-5 price impact depends on the trade size and excludes pool fees', () => {
  const reserves = { reserveIn: 1_000n * ether, reserveOut: 2_500_000n * 10n ** 6n };
  const impact = (amount: bigint) =>
    priceImpactBps(amount, amountOut(amount, reserves.reserveIn, reserves.reserveOut), [reserves], FEE);
  expect(impact(ether / 1_000n)).toBe(0n);
  // A trade of 1% of the pool loses 0.997 / 100.997 of its value.
  expect(impact(10n * ether)).toBe(98n);
  expect(impact(1_000n * ether)).toBe(4_992n);
  const hops = [reserves, { reserveIn: reserves.reserveOut, reserveOut: reserves.reserveIn }];
  const amount = 10n * ether;
  const middle = amountOut(amount, reserves.reserveIn, reserves.reserveOut);
  const out = amountOut(middle, reserves.reserveOut, reserves.reserveIn);
  expect(priceImpactBps(amount, out, hops, FEE)).toBe(195n);
  // A price better than the current one counts as no impact.
  expect(priceImpactBps(amount, amount * 2n, hops, FEE)).toBe(0n);
});

test('WAL-5 NUM-1 the minimum received is truncated, never rounded', () => {
  expect(minimumReceived(1_999n, 50n)).toBe(1_989n);
  expect(minimumReceived(1n, 50n)).toBe(0n);
  expect(minimumReceived(10n ** 60n, 0n)).toBe(10n ** 60n);
});

test('WAL-5 each pool in a route charges its own fee', () => {
  expect(routeFeeBps(1, FEE)).toBe(30n);
  expect(routeFeeBps(2, FEE)).toBe(59n);
});

test.each([
  ['0.5', 50n],
  ['0.05', 5n],
  ['0.04', null],
  ['20', 2_000n],
  ['20.01', null],
  ['1.005', null],
  ['-1', null],
  ['0,5', 50n],
  ['０．５', 50n],
  ['1,234', null],
  ['abc', null],
  ['', null],
])('WAL-5 a slippage of %p is read as %p', (text, bps) => {
  expect(readSlippage(text)).toBe(bps);
});

test.each([
  ['20', 1_200n],
  ['1', 60n],
  ['180', 10_800n],
  ['２０', 1_200n],
  ['0', null],
  ['181', null],
  ['1.5', null],
  ['', null],
])('WAL-5 a deadline of %p minutes is read as %p seconds', (text, seconds) => {
  expect(readDeadline(text)).toBe(seconds);
});

test('WAL-5 routes use existing pools, shortest first, and visit no token twice', () => {
  const pairs = [pair(a, weth), pair(weth, b), pair(a, b), pair(weth, c), pair(c, b)];
  expect(pathsBetween(pairs, a, b)).toEqual([
    [a, b],
    [a, weth, b],
    [a, weth, c, b],
  ]);
  expect(pathsBetween(pairs, b, a)).toEqual([
    [b, a],
    [b, weth, a],
    [b, c, weth, a],
  ]);
  expect(pathsBetween([pair(a, weth)], a, b)).toEqual([]);
});

test('WAL-5 pools are looked up only for pairs with either end or the wrapped native currency', () => {
  const legs = legsFor([a, b, c, d, weth], [a, b, weth]);
  expect(legs).toHaveLength(9);
  expect(legs).not.toContainEqual([c, d]);
  const listed = (length: number) =>
    Array.from({ length }, (_, index) => getAddress(`0x${(index + 10).toString().padStart(40, '0')}`));
  expect(legsFor(listed(100), [a, b, weth])).toHaveLength(303);
  // A longer list of coins doesn't increase the number of legs.
  expect(legsFor(listed(2_000), [a, b, weth])).toHaveLength(303);
});

test('WAL-5 the price is shown both ways, however small', () => {
  const sold = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
  const bought = { coinId: 2, symbol: 'USDT', decimals: 6, address: a };
  const sides = [
    { token: sold, value: ether / 2n },
    { token: bought, value: 1_246_255_000n },
  ] as const;
  expect(rateText(sides[0], sides[1], 'en')).toBe('1 ETH = 2,492.51 USDT');
  expect(rateText(sides[1], sides[0], 'en')).toBe('1 USDT = 0.0004012 ETH');
  const dust = { token: { ...sold, symbol: 'DUST' }, value: 10n ** 30n };
  expect(rateText(dust, { token: bought, value: 8_123_456n }, 'en')).toBe('1 DUST = 0.0000000000081234 USDT');
  expect(rateText({ token: sold, value: 0n }, sides[1], 'en')).toBe('–');
});

const sold = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
const bought = { coinId: 2, symbol: 'USDT', decimals: 6, address: a };
const quote = {
  terms: { factory: at('8'), wrapped: weth, feePpb: FEE },
  block: 7n,
  route: { path: [weth, a], out: 1_000n, impactBps: 1_600n },
};
const asked = { sold, bought, amount: ether, slippageBps: 50n };

test('WAL-5 a token’s transfer fee is deducted before the minimum received is set', () => {
  const trial = { outcome: 'arrives', amount: 990n, promised: 1_000n, gas: 21_000n } as const;
  expect(offerOf({ ...quote, trial }, asked)).toMatchObject({
    ...{ arrives: 990n, minimum: 985n, tokenFee: 10n, tier: 'blocked', isUntried: false, refusal: null },
  });
  expect(offerOf({ ...quote, trial: null }, asked)).toMatchObject({
    arrives: 1_000n,
    minimum: 995n,
    tokenFee: 0n,
  });
});

test('WAL-5 a simulation that failed or was not possible is reported', () => {
  expect(offerOf({ ...quote, trial: { outcome: 'untried' } }, asked)).toMatchObject({
    isUntried: true,
    arrives: 1_000n,
  });
  expect(offerOf({ ...quote, trial: { outcome: 'refused', code: 'tokenRefused' } }, asked)).toMatchObject({
    refusal: 'tokenRefused',
  });
  expect(offerOf({ ...quote, route: null, trial: null }, asked)).toBeNull();
});

test('WAL-5 wrapping is not a trade: nothing is lost to a price', () => {
  const wrapped = { ...bought, address: weth, decimals: 18 };
  const even = { ...quote, route: { path: [weth], out: ether, impactBps: 0n }, trial: null };
  expect(offerOf(even, { ...asked, bought: wrapped })).toMatchObject({ change: 'wrap', minimum: ether });
});

test('WAL-5 search params set only network and coins, and invalid values are ignored', () => {
  const choice = readSwapParams(new URLSearchParams('chain=31338&sell=2&buy=4&slippage=50'));
  expect(choice).toEqual({ chainId: 31338, sell: 2, buy: 4 });
  expect(readSwapParams(new URLSearchParams('chain=-1&sell=0x2&buy='))).toEqual({
    ...{ chainId: null, sell: null, buy: null },
  });
});

test('WAL-5 the confirmation phrase can be typed in any case', () => {
  expect(isTyped(' Swap Anyway ', 'swap anyway')).toBe(true);
  expect(isTyped('swap', 'swap anyway')).toBe(false);
});

test.each([
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'priceMoved'],
  ['UniswapV2Router: EXPIRED', 'deadlinePassed'],
  ['UniswapV2Library: INSUFFICIENT_LIQUIDITY', 'liquidityTooSmall'],
  ['TransferHelper: TRANSFER_FROM_FAILED', 'tokenRefused'],
  ['UniswapV2: K', 'tokenRefused'],
  ['TransferHelper: ETH_TRANSFER_FAILED', 'recipientRefused'],
  ['something else', 'reverted'],
])('WAL-5 WAL-9 the pools’ “%s” has its own message: %s', (text, code) => {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [text] });
  const refusal = new ContractFunctionRevertedError({ abi: routerAbi, data, functionName: 'factory' });
  expect(
    chainErrorCode(new ContractFunctionExecutionError(refusal, { abi: routerAbi, functionName: 'factory' })),
  ).toBe(code);
});

test('WAL-9 a stored swap is accepted only with complete and valid trade data', () => {
  const trade = {
    sold: NATIVE_TOKEN,
    bought: a,
    wrapped: weth,
    coinId: 2,
    symbol: 'USDT',
    decimals: 6,
    minimumRaw: '1',
  };
  const intent = { kind: 'swap', coinId: 1, amountRaw: '1', decimals: 18, symbol: 'ETH', trade };
  expect(isIntent(intent)).toBe(true);
  for (const damage of [{ minimumRaw: '-1' }, { bought: '0x1' }, { decimals: 99 }, { symbol: 1 }])
    expect(isIntent({ ...intent, trade: { ...trade, ...damage } })).toBe(false);
  expect(isIntent({ ...intent, trade: undefined })).toBe(false);
});
