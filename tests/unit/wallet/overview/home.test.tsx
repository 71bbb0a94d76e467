import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeAbiParameters } from 'viem';
import { Home } from '@/components/wallet/overview/home';
import { RecentActivity } from '@/components/wallet/overview/recent-activity';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { chooseCurrency } from '@/lib/preferences/currency';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import { configureClient } from '../../../support/client-settings';
import { priceOf, servePrices } from '../../../support/price-api';
import {
  type Answer,
  answering,
  holding,
  reading,
  renderOnChains,
  silent,
  TOKEN,
} from '../../../support/test-chains';

const prices = servePrices();
beforeEach(() => {
  configureClient();
  useUnreachableChains.setState({ chainIds: [] });
  chooseCurrency('USD');
  window.history.replaceState(null, '', '/wallet');
});

const account: Address = '0x00000000000000000000000000000000000000bb';
const tokens = () => screen.getByRole('region', { name: 'Tokens' });
const rows = () => within(tokens()).queryAllByRole('listitem');
const total = () => screen.findByRole('region', { name: 'Total in USD' });

/** Sets the prices of ether and TIDE with their changes over 24 hours. */
const setChanges = (ether: string | null, tide: string | null) => {
  prices.api.prices = [
    { ...priceOf(1, '2500'), change24h: ether },
    { ...priceOf(2, '1'), change24h: tide },
  ];
};

test('WAL-9 tokens of one chain are listed while another is unreachable, an alert names that chain and offers a retry, and both are then summed (WAL-23)', async () => {
  let reachable = false;
  const answers = new Map<number, Answer>([
    [901, holding()],
    [902, (method, params) => (reachable ? holding() : silent)(method, params)],
  ]);
  renderOnChains(<Home account={account} />, answers);

  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('South Sea');
  expect(alert).not.toHaveTextContent('North Sea');
  expect(alert).toHaveTextContent("Your funds haven't moved");
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(within(tokens()).queryByText('Loading your balances…')).toBeNull();
  expect(tokens().querySelector('[aria-busy="true"]')).toBeNull();

  reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  // Ether is worth 12 of each chain's 6, and one row for both chains opens into their own.
  const sums = within(tokens()).getAllByRole('button', { expanded: false });
  expect(sums.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ETH.*2 networks 12 ETH\$30,000\.00/),
    expect.stringMatching(/^TIDE.*2 networks 12 TIDE\$12\.00/),
  ]);
  expect(rows()).toHaveLength(2);
  await userEvent.click(sums[0] as HTMLElement);
  expect(sums[0]).toHaveAttribute('aria-expanded', 'true');
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ETH/),
    expect.stringMatching(/North Sea6 ETH\$15,000\.00/),
    expect.stringMatching(/South Sea6 ETH\$15,000\.00/),
    expect.stringMatching(/^TIDE/),
  ]);
  await userEvent.click(sums[0] as HTMLElement);
  expect(rows()).toHaveLength(2);
});

const noTokens = answering({ eth_call: reading(() => encodeAbiParameters([{ type: 'uint256' }], [0n])) });

test.each(['Send', 'Receive'])(
  'WAL-33 the primary action is to %s, depending on whether there are tokens, and a deposit comes last',
  async (name) => {
    renderOnChains(<Home account={account} />, new Map([[901, name === 'Send' ? holding() : noTokens]]));
    const primary = await waitFor(() => {
      const action = screen.getByRole('link', { name });
      expect(action).toHaveClass('bg-buoy');
      return action;
    });
    const actions = [...(primary.parentElement?.children ?? [])];
    expect(actions.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
      'Send',
      'Receive',
      'Swap',
      'Deposit',
    ]);
    expect(actions.filter((action) => action.classList.contains('bg-buoy'))).toEqual([primary]);
  },
);

test('WAL-13 recent activity shows what an approval allows, and whom', async () => {
  const usdt = { address: TOKEN, symbol: 'tUSDT', decimals: 6, coinId: 2 };
  const vault: Address = '0x00000000000000000000000000000000000000cc';
  const row = (hash: `0x${string}`, kind: 'approve' | 'revoke', amount: bigint): ActivityRow => ({
    ...{ chainId: 901, hash, kind, out: [], in: [], counterparty: vault, at: Date.now(), block: 1n },
    ...{ allowance: { token: usdt, amount }, status: 'confirmed', isVerified: false },
  });
  const rows = [
    row('0x01', 'approve', 12_500_000n),
    row('0x02', 'approve', 2n ** 256n - 1n),
    row('0x03', 'revoke', 0n),
  ];
  renderOnChains(
    <RecentActivity
      account={account}
      chains={[]}
      contracts={[{ chainId: 901, name: 'vault_contract', address: vault }]}
      activity={{
        rows,
        parts: [],
        past: { found: [], isSearching: false, failed: [], retry: async () => null },
        server: { records: [], isRead: true, isFailed: false, retry: async () => undefined },
      }}
      isWaiting={false}
    />,
    new Map([[901, silent]]),
  );
  const items = within(await screen.findByRole('region', { name: 'Activity' })).getAllByRole('listitem');
  expect(items[0]).toHaveTextContent(/^ApprovalSpender: Tidewell vault 901 up to 12\.5 tUSDT\d+:\d\d\s[AP]M/);
  expect(items[1]).toHaveTextContent(/^ApprovalSpender: Tidewell vault 901 unlimited tUSDT\d/);
  expect(items[2]).toHaveTextContent(/^Approval revokedSpender: Tidewell vault 901 tUSDT\d/);
});

test('WAL-9 recent activity does not repeat an outage that the banner reports, but reports other failures', async () => {
  const part = { chainId: 901, data: undefined, isReading: false, isFailed: true, refetch: async () => null };
  const activity = {
    ...{
      rows: [],
      parts: [part],
      past: { found: [], isSearching: false, failed: [], retry: async () => null },
      server: { records: [], isRead: true, isFailed: false, retry: async () => undefined },
    },
  };
  renderOnChains(
    <RecentActivity account={account} chains={[]} contracts={[]} activity={activity} isWaiting={false} />,
    new Map([[901, silent]]),
  );
  const region = await screen.findByRole('region', { name: 'Activity' });
  expect(region).toHaveTextContent("Some networks didn't respond, so transactions may be missing.");
  act(() => useUnreachableChains.setState({ chainIds: [901] }));
  expect(region).toHaveTextContent(/^ActivityUnavailable right nowAll activity$/);
});

test('WAL-13 recent activity is grouped by day, and the days fit the height of the skeleton', async () => {
  const DAY_MS = 86_400_000;
  const row = (daysAgo: number): ActivityRow => ({
    ...{ chainId: 901, hash: `0x0${daysAgo}`, kind: 'receive', out: [], in: [], counterparty: null },
    ...{
      at: Date.now() - daysAgo * DAY_MS,
      block: 1n,
      allowance: null,
      status: 'confirmed',
      isVerified: false,
    },
  });
  renderOnChains(
    <RecentActivity
      account={account}
      chains={[]}
      contracts={[]}
      activity={{
        rows: [0, 1, 2, 3, 4].map(row),
        parts: [],
        past: { found: [], isSearching: false, failed: [], retry: async () => null },
        server: { records: [], isRead: true, isFailed: false, retry: async () => undefined },
      }}
      isWaiting={false}
    />,
    new Map([[901, silent]]),
  );
  const region = within(await screen.findByRole('region', { name: 'Activity' }));
  expect(region.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    expect.stringMatching(/^\w{3}, \w+ \d+(, \d{4})?$/),
  ]);
  expect(region.getAllByRole('listitem')).toHaveLength(3);
});

test('WAL-9 tokens of the other chains are listed without waiting for one that never responds', async () => {
  const hanging: Answer = () => new Promise(() => undefined);
  renderOnChains(
    <Home account={account} />,
    new Map([
      [901, holding()],
      [902, hanging],
    ]),
  );
  await waitFor(() => expect(rows()).toHaveLength(2), { timeout: 3_000 });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(within(tokens()).getByText('Loading your balances…')).toBeInTheDocument();
});

test('WAL-9 says that the balances cannot be read when no chain responds', async () => {
  renderOnChains(
    <Home account={account} />,
    new Map([
      [901, silent],
      [902, silent],
    ]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't read your balances");
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('WAL-2 the total is split into wallet and vault, and a note replaces the change if a balance is missing', async () => {
  setChanges('+25.00', '0.00');
  renderOnChains(
    <Home account={account} />,
    new Map([
      [901, holding()],
      [902, holding([TOKEN])],
    ]),
  );
  await waitFor(async () => expect(await total()).toHaveTextContent('Wallet$15,003.00Vault$15,006.00'));
  expect(within(await total()).getByRole('button', { name: 'Withdraw' })).toBeEnabled();
  expect(await total()).toHaveTextContent('$30,009.00');
  expect(await total()).toHaveTextContent('the total may be too low');
  expect(await total()).not.toHaveTextContent('past 24 hours');
});

test('PRICE-1 the change over 24 hours is a signed amount and percentage of the held amounts', async () => {
  setChanges('+25.00', '0.00');
  renderOnChains(<Home account={account} />, new Map([[901, holding()]]));
  // Six ether and six TIDE: 12,006 a day ago, 15,006 now.
  await waitFor(async () => expect(await total()).toHaveTextContent('+$3,000.00 (+24.98%)past 24 hours'));
});

test('PRICE-1 a loss has a minus sign and its own arrow', async () => {
  setChanges('-50.00', '0.00');
  renderOnChains(<Home account={account} />, new Map([[901, holding()]]));
  await waitFor(async () => expect(await total()).toHaveTextContent('−$15,000.00 (−49.99%)past 24 hours'));
});

test('PRICE-1 no change is shown if a coin’s change is unknown or a price is stale', async () => {
  setChanges('+25.00', null);
  renderOnChains(<Home account={account} />, new Map([[901, holding()]]));
  await waitFor(async () => expect(await total()).toHaveTextContent('$15,006.00'));
  expect(await total()).not.toHaveTextContent('past 24 hours');
  prices.api.prices = [{ ...priceOf(1, '2500'), change24h: '+25.00', stale: true }];
  prices.api.tell([
    { ...priceOf(1, '2500'), change24h: '+25.00', stale: true, at: new Date().toISOString() },
    { ...priceOf(2, '1'), change24h: '0.00' },
  ]);
  await waitFor(async () => expect(await total()).toHaveTextContent('Some prices may be out of date.'));
  expect(await total()).not.toHaveTextContent('past 24 hours');
});

test('WAL-3 WAL-4 the list can show only the wallet or the vault, highest value first, and the URL stores the choice', async () => {
  renderOnChains(<Home account={account} />, new Map([[901, holding()]]));
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/6 ETH\$15,000\.00/),
      expect.stringMatching(/6 TIDE\$6\.00/),
    ]),
  );
  expect(within(tokens()).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Vault' }));
  expect(window.location.search).toBe('?view=vault');
  expect(rows()[0]).toHaveTextContent('3 ETH$7,500.00');
  expect(within(tokens()).getByRole('button', { name: 'Deposit' })).toBeVisible();
  expect(within(tokens()).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'All' }));
  expect(window.location.search).toBe('');
});
