import { parseUnits } from 'viem';
import { dayChange, daySpark } from '@/lib/wallet/balances/day-change';

const held = (coinId: number, amount: string, decimals = 18) => ({
  coinId,
  amount: parseUnits(amount, decimals),
  decimals,
});

const price = (text: string, change24h: string | null, spark: number[] = []) => ({
  price: text,
  change24h,
  spark,
});

describe('dayChange', () => {
  const prices = new Map([
    [1, price('2500', '+25.00')],
    [2, price('1', '-50.00')],
    [3, price('10', null)],
    [4, price('10', '-100.00')],
    [5, price('1', '0.00')],
  ]);
  const change = (...amounts: ReturnType<typeof held>[]) => dayChange(amounts, (id) => prices.get(id));

  test('weighs each coin by its value a day ago', () => {
    // A day ago, the ether was worth 2,000 and the tokens 400. The gain is 500 and the loss 200.
    expect(change(held(1, '1'), held(2, '200', 6))).toEqual({ amount: parseUnits('300', 18), bps: 1_250n });
  });

  test('truncates the percentage of a loss toward zero', () => {
    expect(change(held(1, '0.0002'), held(2, '1', 6))).toEqual({
      amount: -parseUnits('0.9', 18),
      bps: -3_750n,
    });
    expect(change(held(5, '3'))).toEqual({ amount: 0n, bps: 0n });
  });

  test('leaves out coins without a price, and amounts of zero', () => {
    expect(change(held(1, '1'), held(9, '7'), held(3, '0'))).toEqual({
      amount: parseUnits('500', 18),
      bps: 2_500n,
    });
  });

  test('is unknown if one coin’s change is unknown or impossible, or if nothing is held', () => {
    expect(change(held(1, '1'), held(3, '1'))).toBeNull();
    expect(change(held(4, '1'))).toBeNull();
    expect(change(held(9, '1'))).toBeNull();
    expect(change()).toBeNull();
  });

  test('is exact for amounts that exceed floating-point precision', () => {
    const result = dayChange([held(1, '123456789012345678.000000000000000001')], () => price('1', '+100.00'));
    expect(result).toEqual({ amount: parseUnits('61728394506172839.000000000000000001', 18), bps: 10_000n });
  });
});

describe('daySpark', () => {
  const prices = new Map([
    [1, price('4', null, [2, 3, 4])],
    [2, price('1', null)],
  ]);
  const points = (...amounts: ReturnType<typeof held>[]) => daySpark(amounts, (id) => prices.get(id));

  test('adds up the values of all coins, from oldest to newest', () => {
    const spark = points(held(1, '10'), held(2, '5', 6));
    expect([spark.length, spark[0], spark[12], spark.at(-1)]).toEqual([25, 25, 35, 45]);
  });

  test('has no points if no coin has past prices', () => {
    expect(points(held(2, '5', 6))).toEqual([]);
    expect(points()).toEqual([]);
  });
});
