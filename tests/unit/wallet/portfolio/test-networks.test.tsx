import { screen, waitFor, within } from '@testing-library/react';
import type { Address } from 'viem';
import { Home } from '@/components/wallet/overview/home';
import { Portfolio } from '@/components/wallet/portfolio/portfolio';
import { chooseCurrency } from '@/lib/preferences/currency';
import { useSession } from '@/lib/session/session';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { connectOnChains, holding, renderOnChains } from '../../../support/test-chains';

const account: Address = '0x00000000000000000000000000000000000000bb';
const NOTE = 'Excludes tokens on test networks.';

servePrices();
beforeEach(() => {
  configureClient();
  chooseCurrency('USD');
  useSession.setState({ token: 'test', account });
});
afterEach(() => useSession.setState({ token: null, account: null }));

async function show(page: 'home' | 'portfolio', real: readonly number[]) {
  const answers = new Map([
    [901, holding()],
    [902, holding()],
  ]);
  const { config } = await connectOnChains(answers, { account, chainId: 901, wallet: {} });
  return renderOnChains(page === 'home' ? <Home account={account} /> : <Portfolio />, answers, config, real);
}

test.each(['home', 'portfolio'] as const)(
  'WAL-13 the total of the %s leaves out test networks if there are others, and says so',
  async (page) => {
    const total = () => screen.findByRole('region', { name: 'Total in USD' });
    const { unmount } = await show(page, [901]);
    await waitFor(async () => expect(await total()).toHaveTextContent('$15,006.00'));
    expect(await total()).toHaveTextContent(NOTE);
    unmount();
    await show(page, []);
    await waitFor(async () => expect(await total()).toHaveTextContent('$30,012.00'));
    expect(await total()).not.toHaveTextContent(NOTE);
  },
);

test('WAL-13 the allocation and the shares of the portfolio leave out test networks', async () => {
  await show('portfolio', [901]);
  const allocation = await screen.findByRole('region', { name: 'Allocation' });
  expect(
    within(allocation)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^ETH\$15,000\.00/), expect.stringMatching(/^TIDE\$6\.00/)]);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.filter((row) => row?.includes('South Sea'))).toEqual([
    expect.stringMatching(/–$/),
    expect.stringMatching(/–$/),
  ]);
});
