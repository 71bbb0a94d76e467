import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Address } from 'viem';
import { WagmiContext } from 'wagmi';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { BuyButton } from '@/components/wallet/frame/buy';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { setNetworkHidden } from '@/lib/wallet/networks/hidden-networks';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { answering, connectOnChains, renderOnChains, TOKEN } from '../../../support/test-chains';

const { buy } = messages.wallet;

jest.mock('@/config/website.json', () => ({
  ...jest.requireActual('@/config/website.json'),
  buyProviders: [
    { name: 'Harbor Pay', url: 'https://pay.example.org/buy?to={address}&chain={chain}&asset={token}' },
    { name: 'Tide Market', url: 'https://market.example.org/{language}' },
  ],
}));

const own: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const listed = [{ id: 901 }, { id: 902 }];
const tide = { coinId: 2, symbol: 'TIDE', decimals: 18, address: TOKEN, name: 'TIDE' };
const user = userEvent.setup();

afterEach(() => act(() => void setNetworkHidden(902, false, listed)));

async function show(children: React.ReactNode, chainId = 902, account = own, real = [901, 902]) {
  configureClient();
  const answers = new Map([901, 902].map((id) => [id, answering({})]));
  const { config } = await connectOnChains(answers, { account, chainId, wallet: {} });
  renderOnChains(<WagmiContext value={config}>{children}</WagmiContext>, answers, undefined, real);
}
const open = async (name: string) => {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};

test('BUY-1 the list names each company with what it receives, and links to its page in a new tab', async () => {
  await show(<BuyButton />);
  const dialog = await open('Buy ETH');
  const [first, second] = dialog.getAllByRole('link');
  expect(first).toHaveAttribute('href', `https://pay.example.org/buy?to=${own}&chain=902&asset=ETH`);
  expect(first).toHaveTextContent(
    'Harbor Paypay.example.orgReceives your address, the network, and the token',
  );
  expect(second).toHaveAttribute('href', 'https://market.example.org/en');
  expect(second).toHaveTextContent('Receives your language');
  for (const link of [first, second]) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(dialog.getByText(buy.lead)).toBeVisible();
  expect(dialog.getByText(own)).toBeVisible();
  expect(dialog.getByText(/^Your address on South Sea:/)).toBeVisible();
  expect(dialog.getByText('Buy ETH on South Sea only.')).toBeVisible();
});

test.each([
  ['an unlisted network', 1],
  ['a hidden network', 902],
])('BUY-1 WAL-19 a wallet on %s buys on the first shown one, which is named', async (_which, chainId) => {
  if (chainId === 902) act(() => void setNetworkHidden(902, true, listed));
  await show(<BuyButton />, chainId);
  const dialog = await open('Buy ETH');
  expect(dialog.getByText(/^Your address on North Sea:/)).toBeVisible();
  expect(dialog.getByRole('link', { name: /Harbor Pay/ })).toHaveAttribute(
    'href',
    `https://pay.example.org/buy?to=${own}&chain=901&asset=ETH`,
  );
});

test('BUY-1 a token that is wanted on an unlisted network is bought on no other one', async () => {
  await show(<BuyButton wanted={{ chainId: 1, symbol: 'TIDE' }}>Buy it</BuyButton>);
  expect(screen.queryByRole('button')).toBeNull();
});

test('BUY-1 nothing is sold on a test network: the wallet’s currency is bought on the first other one', async () => {
  await show(<BuyButton />, 902, own, [901]);
  const dialog = await open('Buy ETH');
  expect(dialog.getByText(/^Your address on North Sea:/)).toBeVisible();
});

test.each([
  [
    'a token that is wanted there',
    <BuyButton key="token" wanted={{ chainId: 901, symbol: 'TIDE' }} />,
    [902],
  ],
  ['any token, without another network', <BuyButton key="any" />, []],
])('BUY-1 a test network offers no company that sells %s', async (_which, button, real: number[]) => {
  await show(button, 901, own, real);
  expect(screen.queryByRole('button')).toBeNull();
});

test('BUY-1 an account that can’t return what it receives is offered no company', async () => {
  await show(<BuyButton />, 902, TOKEN);
  const dialog = await open('Buy ETH');
  expect(dialog.getByRole('alert')).toHaveTextContent(messages.wallet.pay.accountIsContract);
  expect(dialog.queryByRole('link')).toBeNull();
});

test('BUY-1 an empty wallet is offered the token that it lacks', async () => {
  await show(<ClosedNote text="Empty" missing={{ ...tide, chainId: 901 }} />);
  const dialog = await open('Buy TIDE');
  expect(dialog.getByRole('link', { name: /Harbor Pay/ })).toHaveAttribute(
    'href',
    `https://pay.example.org/buy?to=${own}&chain=901&asset=TIDE`,
  );
});

test.each([
  ['above the balance', '11', true, true],
  ['within the balance', '10', true, false],
  ['above a vault balance, which can’t be bought', '11', false, false],
])('BUY-1 an amount %s', async (_where, amount, isWallet, isOffered) => {
  await show(
    <AmountField
      {...{ id: 'amount', label: 'Amount', amount }}
      {...{ token: tide, chainId: 901, hint: 'Balance', problem: undefined }}
      onChange={() => undefined}
      onBlur={() => undefined}
      source={{ available: 10n * 10n ** 18n, isWallet }}
      isTouched
      disabled={false}
    />,
  );
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toBeVisible());
  expect(screen.queryAllByRole('button', { name: 'Buy TIDE' })).toHaveLength(isOffered ? 1 : 0);
});
