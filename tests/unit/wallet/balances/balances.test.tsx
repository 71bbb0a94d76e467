import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  isAddressEqual,
  multicall3Abi,
} from 'viem';
import { BalanceList } from '@/components/wallet/account/account-dialog';
import { Total } from '@/components/wallet/overview/total';
import { VaultHoldings } from '@/components/wallet/overview/vault-holdings';
import { chooseCurrency } from '@/lib/preferences/currency';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { type Answer, renderOnChains, silent, TOKEN } from '../../../support/test-chains';

servePrices();
beforeEach(() => {
  configureClient();
  chooseCurrency('USD');
});

const account: Address = '0x00000000000000000000000000000000000000bb';

/** Returns a node on which every balance is three ether, except at the failing contracts. */
function holding(broken: readonly Address[] = []): Answer {
  return (method, params) => {
    if (method !== 'eth_call') throw new Error(`unexpected ${method}`);
    const [{ data }] = params as [{ data: `0x${string}` }];
    const { args, functionName } = decodeFunctionData({ abi: multicall3Abi, data });
    if (functionName !== 'aggregate3') throw new Error(`unexpected ${functionName}`);
    const result = args[0].map(({ target }) => {
      const success = !broken.some((address) => isAddressEqual(address, target));
      return {
        success,
        returnData: success ? encodeAbiParameters([{ type: 'uint256' }], [3n * 10n ** 18n]) : ('0x' as const),
      };
    });
    return encodeFunctionResult({ abi: multicall3Abi, functionName, result });
  };
}

test('the vault shows balances of one chain while another is unreachable, names it, and retries it on demand', async () => {
  let reachable = false;
  const answers = new Map<number, Answer>([
    [901, holding()],
    [902, (method, params) => (reachable ? holding() : silent)(method, params)],
  ]);
  renderOnChains(<VaultHoldings account={account} />, answers);

  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('South Sea');
  expect(alert).not.toHaveTextContent('North Sea');
  expect(alert).toHaveTextContent("Your funds haven't moved");
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(document.querySelector('.busy-line')).toBeNull();
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();

  reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
});

test('the vault shows the other chains without waiting for one that never responds', async () => {
  const hanging: Answer = () => new Promise(() => undefined);
  renderOnChains(
    <VaultHoldings account={account} />,
    new Map([
      [901, holding()],
      [902, hanging],
    ]),
  );
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the vault says that it cannot be read when no chain responds', async () => {
  renderOnChains(
    <VaultHoldings account={account} />,
    new Map([
      [901, silent],
      [902, silent],
    ]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't read the vault");
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(document.querySelector('.busy-line')).toBeNull();
});

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

test('WAL-2 the total separates wallet and vault, and says when a balance is missing', async () => {
  renderOnChains(
    <Total account={account} />,
    new Map([
      [901, holding()],
      [902, holding([TOKEN])],
    ]),
  );
  const total = await screen.findByRole('region', { name: 'Total in USD' });
  await waitFor(() =>
    expect(total).toHaveTextContent('$30,009.00In your wallet$15,003.00In your vault$15,006.00'),
  );
  expect(total).toHaveTextContent('the total may be too low');
});
