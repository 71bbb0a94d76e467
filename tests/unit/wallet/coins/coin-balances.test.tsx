import { screen, waitFor, within } from '@testing-library/react';
import { CoinActions } from '@/components/wallet/coins/coin-actions';
import { CoinBalances } from '@/components/wallet/coins/coin-balances';
import type { Coin } from '@/lib/api/types';
import { chooseCurrency } from '@/lib/preferences/currency';
import { configureClient } from '../../../support/client-settings';
import { priceOf, servePrices } from '../../../support/price-api';
import { holding, renderOnChains, silent } from '../../../support/test-chains';

const prices = servePrices();
beforeEach(() => {
  configureClient();
  chooseCurrency('USD');
});

const ether: Coin = {
  ...{ id: 1, symbol: 'ETH', name: 'Ether', icon: '/coin.svg', sort: 1 },
  tokens: [901, 902].map((chainId) => ({ chainId, address: null, decimals: 18 })),
};

test('WAL-13 a coin’s page shows the account’s balance on each network, and a dash where it cannot be read', async () => {
  prices.api.prices = [priceOf(1, '2500')];
  renderOnChains(
    <CoinBalances account="0x00000000000000000000000000000000000000bb" coin={ether} />,
    new Map([
      [901, holding()],
      [902, silent],
    ]),
  );
  const region = within(await screen.findByRole('region', { name: 'In your wallet and vault' }));
  await waitFor(() =>
    expect(region.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^[1-9][\d.]* ETH ≈ \$[\d,]+\.\d\d$/),
      '– ETH',
    ]),
  );
});

test('WAL-13 a coin’s page links to swap, send, and receive it', () => {
  renderOnChains(<CoinActions coinId={3} />, new Map([[901, silent]]));
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Swap', '/wallet/swap?sell=3'],
    ['Send', '/wallet/pay?tab=pay'],
    ['Receive', '/wallet/pay?coin=3'],
  ]);
});
