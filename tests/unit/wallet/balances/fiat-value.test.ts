import { parseUnits } from 'viem';
import { fiatScale } from '@/components/wallet/portfolio/value-history';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { fiatValue, totalFiatValue } from '@/lib/wallet/balances/fiat-value';
import type { Balance } from '@/lib/wallet/balances/use-balances';

const units = (text: string) => parseUnits(text, 18);

test.each([
  [1_000_000n, 6, '0.9997', '0.9997'],
  [1n, 6, '0.9997', '0.0000009997'],
  [1_500_000_000_000_000_000n, 18, '3012.55', '4518.825'],
  [1n, 18, '0.5', '0'],
  [10n ** 30n, 18, '64000.12', '64000120000000000'],
  [3n, 0, '0.3333333333333333339', '0.999999999999999999'],
] as const)(
  'WAL-2 NUM-1 %s base units with %s decimals at %s have a fiat value of %s',
  (amount, decimals, price, expected) => {
    expect(fiatValue(amount, decimals, price)).toBe(units(expected));
  },
);

function balance(id: number, symbol: string, inWallet?: bigint, inVault?: bigint): Balance {
  const coin = { id, symbol } as Balance['coin'];
  return { coin, chainId: 31337, token: NATIVE_TOKEN, decimals: 2, inWallet, inVault };
}

const priceOf = (id: number) => (id < 10 ? { price: `${id}.5` } : undefined);

test('WAL-2 wallet and vault are totaled separately across coins and chains', () => {
  expect(
    totalFiatValue(
      [balance(1, 'A', 100n, 200n), balance(2, 'B', 10n, 0n), balance(1, 'A', 100n, 0n)],
      priceOf,
    ),
  ).toEqual({
    inWallet: units('3.25'),
    inVault: units('3'),
    unpriced: [],
    isIncomplete: false,
  });
});

test('WAL-2 an owned coin without a price is listed once, and an unknown balance makes the total incomplete', () => {
  const balances = [
    balance(10, 'C', 1n, 0n),
    balance(10, 'C', 0n, 1n),
    balance(11, 'D', 0n, 0n),
    balance(1, 'A', 100n),
  ];
  expect(totalFiatValue(balances, priceOf)).toEqual({
    inWallet: units('1.5'),
    inVault: 0n,
    unpriced: ['C'],
    isIncomplete: true,
  });
});

test('WAL-13 axis labels are rounded, and tiny rounding errors read as zero', () => {
  const { text } = fiatScale({ currency: 'USD', locale: 'en' });
  expect([5.551e-17, -6.939e-18, 0].map(text)).toEqual(['$0', '$0', '$0']);
  expect([0.2, -0.04, 24_000, 1_234_567].map(text)).toEqual(['$0.2', '-$0.04', '$24,000', '$1.235M']);
});
