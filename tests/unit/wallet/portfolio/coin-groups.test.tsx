import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import type { Address } from 'viem';
import { HoldingsTable } from '@/components/wallet/portfolio/holdings-table';
import type { Coin } from '@/lib/api/types';
import { groupByCoin } from '@/lib/wallet/portfolio/coin-groups';
import { gatherHoldings, type HeldPart } from '@/lib/wallet/portfolio/holdings';
import { renderOnChains, silent } from '../../../support/test-chains';

// Virtual lists scroll, which jsdom can't.
beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));

const token = (coinId: number | null, symbol: string, decimals: number, digit: string) => ({
  ...{ coinId, symbol, decimals },
  address: `0x${digit.repeat(40)}` as Address,
});
// The same coin has 6 decimals on one network, and 18 on another.
const six = token(2, 'tUSDT', 6, '2');
const eighteen = token(2, 'tUSDT', 18, '3');
const fake = token(null, 'tUSDT', 6, '4');
const ether = token(1, 'ETH', 18, '0');
const WHOLE = 10n ** 18n;
const chains = [1, 2, 3, 4, 7, 8, 9].map((id) => ({ id, testnet: id === 4 || id === 9 }));
const part = (chainId: number, of: typeof fake, amount: bigint, place: HeldPart['place'] = 'wallet') => ({
  ...{ chainId, token: of, amount, place },
});

test('WAL-23 amounts of a coin are summed over networks with different decimals, never by symbol or with a test network', () => {
  const rows = [
    { ...part(7, six, 1_500_000n), value: 3n },
    { ...part(7, fake, 9_000_000n), value: undefined },
    { ...part(8, eighteen, 2n * WHOLE + 1n), value: 4n },
    { ...part(8, fake, 1n), value: undefined },
    { ...part(7, ether, 5n), value: 5n },
    // A test network.
    { ...part(9, ether, 2n), value: 2n },
  ];
  const shown = groupByCoin(rows, chains).map(({ amount, decimals, value, rows: own }) => ({
    ...{ amount, decimals, value, chains: own.map(({ chainId }) => chainId) },
  }));
  expect(shown).toEqual([
    { amount: (35n * WHOLE) / 10n + 1n, decimals: 18, value: 7n, chains: [8, 7] },
    { amount: 5n, decimals: 18, value: 5n, chains: [7] },
    { amount: 2n, decimals: 18, value: 2n, chains: [9] },
    { amount: 9_000_000n, decimals: 6, value: undefined, chains: [7] },
    { amount: 1n, decimals: 6, value: undefined, chains: [8] },
  ]);
});

test('WAL-23 grouping loses no row and no value, and keeps the highest value first', () => {
  const row = fc.record({
    chainId: fc.integer({ min: 1, max: 4 }),
    token: fc.constantFrom(six, eighteen, ether, fake),
    amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    value: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const groups = groupByCoin(rows, chains);
      const values = groups.map(({ value = -1n }) => value);
      expect(groups.flatMap((group) => group.rows).length).toBe(rows.length);
      expect(values).toEqual([...values].sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)));
      const total = (all: readonly { value: bigint | undefined }[]) =>
        all.reduce((sum, { value = 0n }) => sum + value, 0n);
      expect(total(groups)).toBe(total(rows));
    }),
  );
});

const coin = (id: number, symbol: string): Coin => ({
  ...{ id, symbol, name: `${symbol} coin`, icon: '/coin.svg', sort: id, tokens: [] },
});

test('WAL-23 the portfolio shows one row per coin, which opens into a row for each network', async () => {
  const user = userEvent.setup();
  const holdings = gatherHoldings([
    part(7, six, 1_500_000n),
    part(7, six, 500_000n, 'vault'),
    part(8, eighteen, 3n * WHOLE),
    part(7, fake, 9_000_000n),
    part(7, ether, WHOLE),
  ]);
  renderOnChains(
    <HoldingsTable
      holdings={holdings}
      chains={chains}
      coins={[coin(1, 'ETH'), coin(2, 'tUSDT')]}
      priceOf={(coinId) => (coinId === 1 ? '15' : '1')}
      money={{ currency: 'USD', locale: 'en', decimals: 2 }}
      nameOf={(chainId) => `Local chain ${chainId}`}
    />,
    new Map([[7, silent]]),
  );
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  // The icon of a single network has a badge.
  const ETHER = '7ETHETH coin · Local chain 71 ETH$15.0075.00%';
  const SUM = 'tUSDTtUSDT coin · 2 networks 5 tUSDT$5.00In your wallet 4.5In your vault 0.525.00%';
  const FAKE = 'T7tUSDTadded by you · Local chain 79 tUSDTno price–';
  expect(rows()).toEqual([ETHER, SUM, FAKE]);
  const button = screen.getByRole('button', { name: /tUSDT.*2 networks/ });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(rows()).toEqual([
    ETHER,
    SUM,
    '8tUSDTtUSDT coin · Local chain 83 tUSDT$3.0015.00%',
    '7tUSDTtUSDT coin · Local chain 72 tUSDT$2.00In your wallet 1.5In your vault 0.510.00%',
    FAKE,
  ]);
  expect(within(screen.getByRole('table')).getAllByRole('row')[0]).toHaveAttribute('aria-rowindex', '1');
  await user.click(button);
  expect(rows()).toEqual([ETHER, SUM, FAKE]);
});
