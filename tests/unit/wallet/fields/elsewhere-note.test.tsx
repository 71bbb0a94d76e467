import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { type Address, encodeAbiParameters } from 'viem';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { AmountAction } from '@/components/wallet/stake/amount-action';
import { useCoins, useContracts } from '@/lib/api/hooks';
import { hideBalances } from '@/lib/preferences/hidden-balances';
import { heldElsewhere } from '@/lib/wallet/balances/held-elsewhere';
import { type Balance, useBalances } from '@/lib/wallet/balances/use-balances';
import { setNetworkHidden } from '@/lib/wallet/networks/hidden-networks';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { answering, connectOnChains, reading, renderOnChains, TOKEN } from '../../../support/test-chains';

servePrices();
beforeEach(configureClient);

const account: Address = '0x00000000000000000000000000000000000000bb';
const WHOLE = 10n ** 18n;
const tide = { coinId: 2, symbol: 'TIDE', decimals: 18, address: TOKEN };
/** Returns a node that reports every balance as `amount`. */
const holds = (amount: bigint) =>
  answering({ eth_call: reading(() => encodeAbiParameters([{ type: 'uint256' }], [amount])) });
const answers = new Map([
  [901, holds(WHOLE)],
  [902, holds(3n * WHOLE)],
]);

/** Number of the balances that have been read. */
function ReadBalances() {
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { balances } = useBalances(account, coins, contracts);
  const read = balances.filter(({ inWallet }) => inWallet !== undefined);
  return <output aria-label="Read balances">{read.length}</output>;
}

async function show(children: ReactNode, real?: readonly number[]) {
  const { config } = await connectOnChains(answers, { account, chainId: 901, wallet: {} });
  return renderOnChains(children, answers, config, real);
}
const form = (action: 'stake' | 'unstake') => (
  <AmountAction
    action={action}
    chainId={901}
    token={tide}
    available={WHOLE}
    isClosed={false}
    onReview={() => undefined}
  />
);

test('WAL-24 a form whose network has too little says which other network has enough, and how much', async () => {
  await show(form('stake'));
  const field = screen.getByLabelText('Amount');
  await userEvent.type(field, '1');
  expect(screen.queryByText(/South Sea/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '2.5');
  expect(screen.getByText('Not enough TIDE in your wallet.')).toBeVisible();
  expect(await screen.findByText('You have 3 TIDE on South Sea.')).toBeVisible();
  hideBalances(true);
  expect(await screen.findByText('You have hidden TIDE on South Sea.')).toBeVisible();
  hideBalances(false);
  // The other network has too little too.
  await userEvent.clear(field);
  await userEvent.type(field, '3.5');
  expect(screen.getByText('Not enough TIDE in your wallet.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/South Sea/)).toBeNull());
});

test('WAL-24 an empty wallet is named with the network that has some; what isn’t in the wallet is not', async () => {
  const { unmount } = await show(<ClosedNote text="Empty." missing={{ ...tide, chainId: 901 }} />);
  expect(await screen.findByText('You have 3 TIDE on South Sea.')).toBeVisible();
  unmount();
  await show(form('unstake'));
  await userEvent.type(screen.getByLabelText('Amount'), '2.5');
  expect(screen.getByText("You don't have that much TIDE staked.")).toBeVisible();
  expect(screen.queryByText(/South Sea/)).toBeNull();
});

test('WAL-19 WAL-24 a network that the user hides isn’t suggested', async () => {
  const listed = [{ id: 901 }, { id: 902 }];
  await show(form('stake'));
  await userEvent.type(screen.getByLabelText('Amount'), '2.5');
  expect(await screen.findByText('You have 3 TIDE on South Sea.')).toBeVisible();
  act(() => void setNetworkHidden(902, true, listed));
  expect(screen.queryByText(/South Sea/)).toBeNull();
  act(() => void setNetworkHidden(902, false, listed));
  expect(await screen.findByText('You have 3 TIDE on South Sea.')).toBeVisible();
});

test.each([901, 902])(
  'WAL-24 a real network and a test network don’t suggest each other (%i)',
  async (real) => {
    await show(
      <>
        {form('stake')}
        <ReadBalances />
      </>,
      [real],
    );
    await userEvent.type(screen.getByLabelText('Amount'), '2.5');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Read balances' })).toHaveTextContent('4'));
    expect(screen.getByText('Not enough TIDE in your wallet.')).toBeVisible();
    expect(screen.queryByText(/South Sea/)).toBeNull();
  },
);

test('WAL-24 the largest balance of the same coin on another network that covers the amount is found', () => {
  const balance = (
    chainId: number,
    coinId: number,
    decimals: number,
    inWallet: bigint | undefined,
  ): Balance => ({
    ...{ chainId, token: TOKEN, decimals, inWallet, inVault: 9n * WHOLE },
    coin: { id: coinId, symbol: 'TIDE', name: 'Tide', icon: '/coin.svg', sort: coinId, tokens: [] },
  });
  const chains = [7, 8, 9, 10, 11].map((id) => ({ id, testnet: id === 11 }));
  // The same coin has 6 decimals on some networks, and 18 on another.
  const balances = [
    balance(7, 2, 6, 5_000_000n),
    balance(8, 2, 18, 20n * WHOLE),
    balance(9, 2, 6, 30_000_000n),
    balance(10, 2, 6, undefined),
    balance(8, 1, 18, 99n * WHOLE),
    // A test network.
    balance(11, 2, 6, 90_000_000n),
  ];
  const on = (amount: bigint, chainId = 7) =>
    heldElsewhere(balances, chains, { coinId: 2, chainId, amount, decimals: 6 })?.chainId ?? null;
  expect(on(6_000_000n)).toBe(9);
  expect(on(6_000_000n, 9)).toBe(8);
  expect(on(30_000_000n)).toBe(9);
  expect(on(30_000_001n)).toBeNull();
  expect(on(20_000_001n, 9)).toBeNull();
  expect(on(1n, 11)).toBeNull();
});
