import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeAbiParameters, isAddressEqual, numberToHex } from 'viem';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { OtherAddresses } from '@/components/wallet/portfolio/other-addresses';
import { PortfolioTotal } from '@/components/wallet/portfolio/portfolio-total';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useNotices } from '@/lib/browser/notices';
import { hideBalances } from '@/lib/preferences/hidden-balances';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { valueParts } from '@/lib/wallet/portfolio/holdings';
import { useAccountHoldings } from '@/lib/wallet/portfolio/use-account-holdings';
import { removeWatched, useWatched, WATCHED_LIMIT } from '@/lib/wallet/portfolio/watched-addresses';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { answering, MULTICALL, reading, renderOnChains, TOKEN } from '../../../support/test-chains';

const { watched: texts } = messages.wallet.portfolio;
const account: Address = '0x00000000000000000000000000000000000000bb';
const cold: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const friend: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const WHOLE = 10n ** 18n;

/** What each account holds on every network: one ETH is $2,500, and one TIDE is $1. */
const held = new Map([
  [account, { eth: 1n, tide: 10n }],
  [cold, { eth: 2n, tide: 300n }],
  [friend, { eth: 0n, tide: 0n }],
]);
/** The accounts that the node of the second network refuses to read. */
let refused: readonly Address[] = [];

const node = (isSecond: boolean) => {
  const read = reading((to, data) => {
    const found = [...held].find(([owner]) => data.includes(owner.slice(2).toLowerCase()));
    if (!found || (isSecond && refused.includes(found[0]))) return null;
    const [, { eth, tide }] = found;
    // The native balance is read with a function of the multicall contract.
    const amount = isAddressEqual(to, MULTICALL) ? eth : isAddressEqual(to, TOKEN) ? tide : 0n;
    return encodeAbiParameters([{ type: 'uint256' }], [amount * WHOLE]);
  });
  return answering({ eth_call: read });
};

function Shown({ of }: { of: Address }) {
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const prices = useDisplayPrices();
  const { read, tokensOf } = useAccountHoldings({ account: of, chains, coins, contracts });
  const parts = valueParts(
    read.flatMap(({ data }) => data?.parts ?? []),
    (coinId) => prices.priceOf(coinId)?.price,
  );
  return (
    <OwnAmounts>
      <PortfolioTotal parts={parts} prices={prices} isReading={false} isPartial={false} />
      <OtherAddresses account={of} own={{ read, parts }} {...{ prices, chains, contracts, tokensOf }} />
    </OwnAmounts>
  );
}

const show = (of = account) =>
  renderOnChains(
    <Shown of={of} />,
    new Map([
      [901, node(false)],
      [902, node(true)],
    ]),
  );

servePrices();
beforeEach(() => {
  configureClient();
  refused = [];
  useContacts.setState({ entries: [] });
});
afterEach(() =>
  act(() => {
    hideBalances(false);
    for (const { address } of useWatched.getState().entries) removeWatched(address);
  }),
);

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const ownTotal = () => screen.getByRole('region', { name: /^Total in/ });
const others = () => screen.getByRole('region', { name: texts.title });
const row = (name: string) => {
  const found = within(others())
    .getAllByRole('listitem')
    .find((item) => item.textContent?.startsWith(name));
  if (!found) throw new Error(`no row of ${name}`);
  return found;
};
const together = () => within(others()).getByRole('definition');

/** Enters an address in the form, which opens if it isn't open. */
async function add(address: string, name = '') {
  const opener = screen.queryByRole('button', { name: texts.add });
  if (opener) await userEvent.click(opener);
  const fields = within(screen.getByRole('form', { name: texts.add }));
  for (const [label, text] of [
    [texts.address, address],
    [texts.name, name],
  ] as const) {
    await userEvent.clear(fields.getByLabelText(label));
    if (text) await userEvent.type(fields.getByLabelText(label), text);
  }
  await userEvent.click(fields.getByRole('button', { name: texts.save }));
}

/** Stores a list as another tab does. The page reads it as it does when it loads. */
const store = (entries: unknown) =>
  act(() => {
    localStorage.setItem('tidewell.watched', JSON.stringify(entries));
    window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.watched' }));
  });

test('WAL-29 an added address has its value and one total with the account’s, whose own total stays', async () => {
  show();
  expect(screen.getByText(texts.empty)).toBeVisible();
  expect(screen.getByText(texts.about)).toBeVisible();
  await waitFor(() => expect(ownTotal()).toHaveTextContent('$5,020.00'));
  await add(cold, 'Cold wallet');
  await waitFor(() => expect(row('Cold wallet')).toHaveTextContent('$10,600.00'));
  expect(row('Cold wallet')).toHaveTextContent('0x5aAe…eAed');
  expect(together()).toHaveTextContent('$15,620.00');
  expect(ownTotal()).toHaveTextContent('$5,020.00');
  expect(screen.queryByText(texts.empty)).toBeNull();
  expect(screen.getByRole('heading', { name: texts.title })).toHaveFocus();
  expect(JSON.parse(localStorage.getItem('tidewell.watched') ?? '')).toEqual([
    { address: cold, name: 'Cold wallet' },
  ]);
  const link = within(row('Cold wallet')).getByRole('link', { name: 'North Sea explorer' });
  expect(link).toHaveAttribute('href', `https://explorer.invalid/address/${cold}`);
  expect(
    within(row('Cold wallet')).getByRole('button', { name: 'Copy address of Cold wallet' }),
  ).toBeVisible();
});

test('WAL-29 a contact can be chosen, and names its address', async () => {
  act(() => useContacts.setState({ entries: [{ name: 'Ben', address: friend }] }));
  show();
  await userEvent.click(button(texts.add));
  await userEvent.type(screen.getByRole('combobox', { name: texts.address }), 'be');
  await userEvent.click(screen.getByRole('option', { name: /^Ben/ }));
  await userEvent.click(button(texts.save));
  await waitFor(() => expect(row('Ben')).toHaveTextContent('$0.00'));
});

test('WAL-29 an own, repeated, or invalid address is refused with one message, and nothing is lost', async () => {
  show();
  await add(cold);
  await waitFor(() => expect(row('0x5aAe…eAed')).toHaveTextContent('$10,600.00'));
  const field = () => screen.getByRole('combobox', { name: texts.address });
  for (const [typed, problem] of [
    ['', 'Enter an address.'],
    ['0x123', messages.wallet.recipient.problem.notAddress],
    [account, texts.problem.self],
    [cold.toLowerCase(), 'You already added this address, as 0x5aAe…eAed.'],
  ] as const) {
    await add(typed, 'Mine');
    expect(field()).toHaveAccessibleDescription(problem);
    expect(field()).toHaveFocus();
    expect(screen.getByLabelText(texts.name)).toHaveValue('Mine');
  }
  await add(friend, 'x'.repeat(41));
  expect(screen.getByLabelText(texts.name)).toHaveAccessibleDescription('Use at most 40 characters.');
  expect(within(others()).getAllByRole('listitem')).toHaveLength(1);
});

test('WAL-29 without one address there is no total, and its name is given until a retry reads it', async () => {
  refused = [cold];
  show();
  store([{ address: cold, name: 'Cold wallet' }, { address: friend }]);
  await waitFor(() => expect(row('Cold wallet')).toHaveTextContent(texts.unread));
  await waitFor(() => expect(row('0xfB69…d359')).toHaveTextContent('$0.00'));
  expect(together()).toHaveTextContent('–');
  expect(screen.getByText("No total, because these couldn't be read: Cold wallet.")).toBeVisible();
  expect(within(others()).getByRole('alert')).toHaveTextContent(/addresses hold: Cold wallet\./);
  expect(others()).not.toHaveTextContent('5,300');
  refused = [];
  await userEvent.click(within(others()).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(together()).toHaveTextContent('$15,620.00'));
  expect(within(others()).queryByRole('alert')).toBeNull();
});

test('WAL-29 if the account itself can’t be read, the total is missing too', async () => {
  refused = [account];
  show();
  store([{ address: cold, name: 'Cold wallet' }]);
  await waitFor(() => expect(row('Cold wallet')).toHaveTextContent('$10,600.00'));
  await waitFor(() =>
    expect(others()).toHaveTextContent("No total, because these couldn't be read: 0x0000…00bb."),
  );
  expect(together()).toHaveTextContent('–');
});

test('WAL-29 hidden balances hide the values of other addresses and the total', async () => {
  show();
  store([{ address: cold }]);
  await waitFor(() => expect(together()).toHaveTextContent('$15,620.00'));
  act(() => hideBalances(true));
  expect(row('0x5aAe…eAed')).toHaveTextContent('hidden');
  expect(others()).not.toHaveTextContent('$');
});

test('WAL-29 an address is removed only after a confirmation', async () => {
  show();
  store([{ address: cold, name: 'Cold wallet' }, { address: friend }]);
  await userEvent.click(button('Remove Cold wallet'));
  expect(button(texts.keep)).toHaveFocus();
  await userEvent.click(button(texts.keep));
  await userEvent.click(button('Remove Cold wallet'));
  await userEvent.click(button('Remove Cold wallet'));
  expect(within(others()).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: texts.title })).toHaveFocus();
  expect(JSON.parse(localStorage.getItem('tidewell.watched') ?? '')).toEqual([{ address: friend }]);
});

test('WAL-29 the list is the device’s: the account that is signed in counts once, and invalid entries not at all', async () => {
  show(cold);
  store([{ address: cold, name: 'Cold wallet' }, { address: '0x12' }, { address: friend, name: '' }, null]);
  await waitFor(() => expect(ownTotal()).toHaveTextContent('$10,600.00'));
  expect(within(others()).getAllByRole('listitem')).toHaveLength(1);
  expect(row('Cold wallet')).toHaveTextContent(texts.signedIn);
  expect(within(others()).queryByRole('definition')).toBeNull();
});

test('WAL-29 a full list says what to do, also if another tab has just filled it', async () => {
  const entries = (length: number) =>
    Array.from({ length }, (_, index) => ({ address: numberToHex(index + 1, { size: 20 }) }));
  show();
  store(entries(WATCHED_LIMIT - 1));
  localStorage.setItem('tidewell.watched', JSON.stringify(entries(WATCHED_LIMIT)));
  await add(cold);
  expect(useNotices.getState().notices.at(-1)).toMatchObject({
    ...{ type: 'warning', message: 'You can add up to 10 addresses. Remove one to add another.' },
  });
  expect(useWatched.getState().entries).toEqual(entries(WATCHED_LIMIT));
  expect(screen.getByText('You can add up to 10 addresses. Remove one to add another.')).toBeVisible();
  expect(screen.queryByRole('button', { name: texts.add })).toBeNull();
});
