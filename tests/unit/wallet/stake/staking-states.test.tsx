import { render, screen } from '@testing-library/react';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { PoolTerms } from '@/components/wallet/stake/pool-terms';
import { StakePools } from '@/components/wallet/stake/stake';
import { StakeAction } from '@/components/wallet/stake/stake-action';
import { followPool, type PoolRead } from '@/lib/wallet/stake/staking-arithmetic';
import type { StakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import messages from '@/messages/en.json';
import { servePrices } from '../../../support/price-api';
import { answering, MULTICALL, renderOnChains, silent, VAULT } from '../../../support/test-chains';

servePrices();

const ether = 10n ** 18n;
const token = { coinId: 5, symbol: 'TIDE', decimals: 18, address: VAULT };
const inUse: PoolRead = {
  totalStaked: 1_000_000n * ether,
  rewardPerYear: 80_000n * ether,
  remaining: 80_000n * ether,
  endsAt: 1_800_000_000n + 364n * 86_400n + 80_000n,
  isPaused: false,
  position: { staked: 0n, earned: 0n, inWallet: 7n * ether },
  at: 1_800_000_000n,
  receivedAt: 0,
};
const inWords = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SearchParamsContext value={new URLSearchParams()}>{children}</SearchParamsContext>
    </NextIntlClientProvider>,
  );
const terms = (read: Partial<PoolRead>, reward = token) =>
  inWords(
    <PoolTerms live={followPool(null, { ...inUse, ...read }, null, 0)} staking={token} reward={reward} />,
  );
/** A node where 100,000 units of gas cost $0.55, with ether at $2,500. */
const priced = answering({
  eth_getBlockByNumber: () => ({
    number: '0x1',
    baseFeePerGas: '0x3b9aca00',
    timestamp: '0x1',
    transactions: [],
  }),
  eth_maxPriorityFeePerGas: () => '0x3b9aca00',
});
const act = (action: StakingKind, read: Partial<PoolRead>) =>
  renderOnChains(
    <StakeAction
      action={action}
      chainId={901}
      live={followPool(null, { ...inUse, ...read }, null, 0)}
      staking={token}
      reward={{ ...token, coinId: 2 }}
      isUnderWay={false}
      onReview={async () => false}
    />,
    new Map([[901, priced]]),
  );

test("WAL-6 an active pool shows its APR, its size and how long rewards last by the chain's time", () => {
  terms({});
  expect(screen.getByText('8%')).toBeVisible();
  expect(screen.getByText('364 days')).toBeVisible();
  expect(screen.getByText(/, as long as someone is staking\./)).toBeVisible();
});

test('WAL-6 a pool without stakers says that the first stake earns all rewards, and shows no APR', () => {
  terms({ totalStaked: 0n });
  expect(screen.getByText(/The first stake earns all the rewards: 80,000 TIDE per year/)).toBeVisible();
  expect(screen.queryByText(/%/)).toBeNull();
});

test('WAL-6 a pool whose rewards have ended says so and shows no APR', () => {
  terms({ rewardPerYear: 0n, remaining: 0n, endsAt: inUse.at });
  expect(screen.getByText(/Stakes earn nothing until the pool is funded again/)).toBeVisible();
  expect(screen.getByText('None left')).toBeVisible();
  expect(screen.queryByText(/%/)).toBeNull();
});

test('WAL-6 rewards in another token are not shown as an APR', () => {
  terms({}, { ...token, symbol: 'REED', address: MULTICALL });
  expect(screen.getByText('80,000 REED per year')).toBeVisible();
  expect(screen.queryByText(/%/)).toBeNull();
});

test('WAL-6 an extremely small total stake shows a capped APR', () => {
  terms({ totalStaked: 1n });
  expect(screen.getByText('> 1,000,000%')).toBeVisible();
});

test('WAL-6 a paused pool rejects new stakes and says why, but allows exits', () => {
  const { unmount } = act('stake', { isPaused: true });
  expect(screen.getByText(/New stakes are paused/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review' })).toBeDisabled();
  unmount();
  act('exit', { isPaused: true, position: { staked: ether, earned: 0n, inWallet: 0n } });
  expect(screen.getByRole('button', { name: 'Unstake all and claim' })).toBeEnabled();
});

test('WAL-6 a claim that costs more than it brings says so, and isn’t the main action', async () => {
  const holding = (earned: bigint) => ({ position: { staked: ether, earned, inWallet: 0n } });
  const { unmount } = act('claim', holding(ether / 10n));
  expect(
    await screen.findByText('Claiming now costs about $0.55 in network fees, which is more than the reward.'),
  ).toBeVisible();
  unmount();
  act('claim', holding(5n * ether));
  expect(screen.getByRole('button', { name: 'Claim rewards' })).toBeEnabled();
  expect(screen.queryByText(/^Claiming now costs/)).toBeNull();
});

test('WAL-6 an empty wallet, no stake and no rewards each show a message', () => {
  const nothing = { position: { staked: 0n, earned: 0n, inWallet: 0n } };
  for (const [action, said] of [
    ['stake', /has no TIDE on this network/],
    ['unstake', 'You have no stake on this network.'],
    ['claim', "You haven't earned anything on this network yet."],
    ['exit', 'You have no stake on this network.'],
  ] as const) {
    const { unmount } = act(action, nothing);
    expect(screen.getByText(said)).toBeVisible();
    unmount();
  }
});

test('WAL-6 a pool whose network does not respond says so, and that stakes have not moved', async () => {
  const contracts = ['staking_contract', 'multicall'].map((name) => ({ chainId: 901, name, address: VAULT }));
  renderOnChains(
    <StakePools account={undefined} chains={[]} coins={[]} contracts={contracts} />,
    new Map([[901, silent]]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent("Your stake hasn't moved.");
});
