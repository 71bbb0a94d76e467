import { screen, waitFor } from '@testing-library/react';
import type { Address } from 'viem';
import { BalanceList } from '@/components/wallet/account/account-dialog';
import { chooseCurrency } from '@/lib/preferences/currency';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { holding, renderOnChains, silent, TOKEN } from '../../../support/test-chains';

servePrices();
beforeEach(() => {
  configureClient();
  chooseCurrency('USD');
});

const account: Address = '0x00000000000000000000000000000000000000bb';

test('the account shows every other balance when one token is broken, and names the chain of that token', async () => {
  renderOnChains(
    <BalanceList account={account} />,
    new Map([
      [901, holding()],
      [902, holding([TOKEN])],
    ]),
  );
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('South Sea');
  expect(alert).not.toHaveTextContent('North Sea');
  await waitFor(() =>
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      ...['3$7,500.00', '3$7,500.00', '3$3.00', '3$3.00'],
      ...['3$7,500.00', '3$7,500.00', '–', '3$3.00'],
    ]),
  );
});

test('the account says that balances cannot be read when the only chain does not respond', async () => {
  renderOnChains(<BalanceList account={account} />, new Map([[901, silent]]));
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't read your balances");
});
