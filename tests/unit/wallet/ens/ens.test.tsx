import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { type Address, getAddress } from 'viem';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { PrimaryName } from '@/components/wallet/ens/name-lookup';
import { AddressFields } from '@/components/wallet/fields/address-fields';
import { useRecipient } from '@/components/wallet/fields/use-recipient';
import { ContactEditor } from '@/components/wallet/pay/contacts/contact-editor';
import { PayTab } from '@/components/wallet/pay/pay-tab';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { ensResolver, nameLike } from '@/lib/wallet/ens/use-ens';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import { readPayment } from '@/lib/wallet/pay/read-payment';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { deployEnsNames, dnsName } from '../../../support/ens-names';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const [alice, bob, carol, dave] = [1, 2, 3, 4].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
  Address,
];
let chain: OwnChain;
let write: Awaited<ReturnType<typeof deployEnsNames>>;

servePrices();

beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  write = await deployEnsNames(chain);
  await write('set', [dnsName('bob.eth'), bob]);
  await write('setOffChain', [dnsName('cellar.bob.eth')]);
  await write('setPrimary', [bob, 'bob.eth', dnsName('bob.eth')]);
  // Carol claims Bob's name as her primary name, and Dave's name is not normalized (ENSIP-15).
  await write('setPrimary', [carol, 'bob.eth', dnsName('bob.eth')]);
  await write('set', [dnsName('DAVE.eth'), dave]);
  await write('setPrimary', [dave, 'DAVE.eth', dnsName('DAVE.eth')]);
});
afterAll(() => chain.stop());
beforeEach(signInWithoutSheet);
afterEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useKnownRecipients.setState({ entries: [] });
  useContacts.setState({ entries: [] });
});

/** Renders the address field of a payment form. */
function RecipientCheck() {
  const [draft, setDraft] = useState({ recipient: '', meant: '' });
  const recipient = useRecipient(
    { toSelf: false, ...draft },
    { account: alice, chainId: chain.id, sent: null },
  );
  return (
    <>
      <AddressFields
        id="to"
        typed={draft.recipient}
        recipient={recipient}
        isCalled={false}
        isTouched
        isTried={false}
        onChange={(next) => setDraft({ ...draft, ...next })}
      />
      <output>{recipient.address ?? 'nobody'}</output>
    </>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Address');
const recipientCheck = () => document.querySelector('output')?.textContent;

test.each([
  ['bob.eth', 'bob.eth'],
  [' bob.eth ', 'bob.eth'],
  ['愛麗絲.eth', '愛麗絲.eth'],
  ['a.b.c', 'a.b.c'],
  ['bob', null],
  ['bob.', null],
  ['.eth', null],
  ['bob..eth', null],
  ['bob eth.eth', null],
  [`${'b'.repeat(252)}.eth`, null],
  [alice, null],
])('WAL-4 %j is read as the name %j', (text, name) => {
  expect(nameLike(text)).toBe(name);
});

test('WAL-13 names are read on Ethereum if ENS is listed there, otherwise on the first chain that has it', () => {
  const at = (chainId: number, name: string) => ({ chainId, name, address: alice });
  const on = (chainId: number) => [at(chainId, 'multicall'), at(chainId, 'ens_universal_resolver')];
  expect(ensResolver([at(1, 'multicall')])).toBeNull();
  expect(ensResolver([...on(11155111), ...on(1)])?.chainId).toBe(1);
  expect(ensResolver([...on(11155111), at(1, 'multicall')])?.chainId).toBe(11155111);
});

test('WAL-4 a typed name is not paid until its address is accepted, which then fills the field', async () => {
  renderOnOwnChain(<RecipientCheck />, chain, await connectOwnChain(chain, alice));
  await userEvent.type(field(), 'BOB.eth');
  await screen.findByText(/^On North Sea, bob.eth currently points to this address/);
  expect(field()).toHaveAccessibleDescription(/^This is a name, not an address/);
  expect(recipientCheck()).toBe('nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(field()).toHaveValue(bob);
  expect(field()).toHaveFocus();
  expect(recipientCheck()).toBe(bob);
  expect(screen.queryByText(/points to/)).not.toBeInTheDocument();
  // The primary name of the address is shown below it.
  expect(await screen.findByText('bob.eth')).toBeVisible();
});

test.each([
  ['nobody.eth', "On North Sea, nobody.eth doesn't point to an address."],
  // These names are invalid: one has a Cyrillic letter among Latin ones, and one has an underscore that isn't first.
  ['b\u043eb.eth', 'b\u043eb.eth is not a valid ENS name.'],
  ['bob_b.eth', 'bob_b.eth is not a valid ENS name.'],
])('WAL-4 %j resolves to no address', async (name, text) => {
  renderOnOwnChain(<RecipientCheck />, chain, await connectOwnChain(chain, alice));
  await userEvent.type(field(), name);
  expect(await screen.findByText((said) => said.includes(text))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use this address' })).not.toBeInTheDocument();
  expect(recipientCheck()).toBe('nobody');
});

test('WAL-4 an off-chain name is not fetched from its server, and the failed lookup can be retried', async () => {
  const asked = jest.spyOn(globalThis, 'fetch');
  renderOnOwnChain(<RecipientCheck />, chain, await connectOwnChain(chain, alice));
  await userEvent.type(field(), 'cellar.bob.eth');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent("Can't look up cellar.bob.eth right now.");
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('alert');
  const hosts = asked.mock.calls.map(
    ([request]) => new URL(request instanceof Request ? request.url : request).origin,
  );
  expect(new Set(hosts)).toEqual(new Set([new URL(chain.rpcUrl).origin]));
});

test('WAL-4 the address of a new contact can be entered as an ENS name', async () => {
  renderOnOwnChain(
    <ContactEditor address={null} name="" onDone={() => undefined} />,
    chain,
    await connectOwnChain(chain, alice),
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Bob');
  await userEvent.type(field(), 'bob.eth');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(field()).toHaveAccessibleDescription(/^This is a name, not an address\./);
  await userEvent.click(await screen.findByRole('button', { name: 'Use this address' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(useContacts.getState().entries).toEqual([{ name: 'Bob', address: bob }]);
});

test('WAL-2 an address shows only a name that resolves back to it', async () => {
  const config = await connectOwnChain(chain, alice);
  const names = [bob, carol, dave, alice].map((address) => (
    <section key={address} aria-label={address}>
      <PrimaryName address={address} />
    </section>
  ));
  renderOnOwnChain(names, chain, config);
  const whose = (address: Address) => screen.getByRole('region', { name: address });
  await waitFor(() => expect(whose(bob)).toHaveTextContent('ENS name: bob.eth'));
  for (const address of [carol, dave, alice]) expect(whose(address)).toBeEmptyDOMElement();
});

/** Opens the Pay tab through a link with the payment request. */
async function pay(request: string) {
  const search = `?${new URLSearchParams({ tab: 'pay', request })}`;
  window.history.replaceState(null, '', search);
  const config = await connectOwnChain(chain, alice);
  const place = readPayParams(new URLSearchParams(search));
  const tab = (
    <>
      <PayTab account={alice} {...chain.lists} place={place} />
      <SheetRoot />
    </>
  );
  return renderOnOwnChain(tab, chain, config, search);
}
const reviewPayment = async () => {
  await screen.findByText(/^Balance: [1-9]/);
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
};
const send = () => sendFromSheet('Send 0.007 ETH');
const sentTo = () => useLedger.getState().entries.map(({ recipient }) => recipient);

test('WAL-14 a request to a name shows the name, its network and the full address, and pays that address', async () => {
  await pay(`ethereum:BOB.eth@${chain.id}?value=7000000000000000`);
  expect(await screen.findByText('bob.eth')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your payment' })).toHaveFocus();
  expect(screen.getByText('ENS name, looked up on North Sea')).toBeVisible();
  expect(screen.getByText(bob.slice(-4))).toBeVisible();
  await reviewPayment();
  expect((await findSheet()).getByText('bob.eth')).toBeVisible();
  await send();
  await waitFor(() => expect(sentTo()).toEqual([bob]));
});

test('WAL-14 if a name points to another address at send time, nothing is sent until that address is reviewed', async () => {
  await write('set', [dnsName('shop.eth'), bob]);
  await pay(`ethereum:shop.eth@${chain.id}?value=7000000000000000`);
  await reviewPayment();
  await write('set', [dnsName('shop.eth'), dave]);
  await send();
  const sheet = await findSheet();
  expect(await sheet.findByRole('alert')).toHaveTextContent(
    'shop.eth now points to a different address, so nothing was sent.',
  );
  expect(sentTo()).toEqual([]);
  await userEvent.click(sheet.getByRole('button', { name: 'Review the new address' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Your payment' })).toHaveFocus();
  await reviewPayment();
  await send();
  await waitFor(() => expect(sentTo()).toEqual([dave]));
});

test('WAL-14 a name that resolves to a token contract is not paid', async () => {
  const token = chain.lists.coins.flatMap(({ tokens }) => tokens).find(({ address }) => address)?.address;
  await write('set', [dnsName('token.eth'), token]);
  await pay(`ethereum:${token}@${chain.id}/transfer?address=token.eth&uint256=1`);
  expect(await screen.findByText(/^This is the contract of the asset you're sending/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

test.each([
  ['nobody.eth', "On North Sea, nobody.eth doesn't point to an address."],
  ['b%D0%BEb.eth', 'b\u043eb.eth is not a valid ENS name.'],
  ['cellar.bob.eth', "Can't look up cellar.bob.eth right now."],
])('WAL-14 a request to %s is refused with a message', async (name, words) => {
  await pay(`ethereum:${name}@${chain.id}?value=7`);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

test('WAL-14 names are rejected if no chain has ENS, and testnet names are rejected for mainnet payments', () => {
  const { chains, contracts } = chain.lists;
  const refused = { problem: 'ens' };
  expect(readPayment('bob.eth', { ...chain.lists, contracts: [] })).toEqual(refused);
  const [first] = chains;
  if (!first) throw new Error('no chain is listed');
  const real = { ...first, id: 1, testnet: false };
  const eth = { id: 7, symbol: 'ETH', name: 'Ether', icon: '', sort: 7 };
  const coins = [{ ...eth, tokens: [{ chainId: 1, address: null, decimals: 18 }] }];
  const lists = { chains: [{ ...first, testnet: true }, real], coins, contracts };
  expect(readPayment('ethereum:bob.eth@1', lists)).toEqual(refused);
});

test('WAL-4 WAL-14 the contract of a listed token cannot be saved as a contact', async () => {
  const user = userEvent.setup();
  const token = chain.lists.coins.flatMap(({ tokens }) => tokens).find(({ address }) => address)?.address;
  const config = await connectOwnChain(chain, alice);
  renderOnOwnChain(<ContactEditor address={null} name="" onDone={() => undefined} />, chain, config);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Address'), token ?? '');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^This is a contract that can't return/)).toBeVisible();
  expect(useContacts.getState().entries).toEqual([]);
});

const [account, vault, friend, stranger] = ['a', '1', 'f', '9'].map((digit) =>
  getAddress(`0x${digit.repeat(40)}`),
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`];
const contracts = [{ chainId: 7, name: 'vault_contract', address: vault }];

const Wording = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="en" messages={en}>
    {children}
  </NextIntlClientProvider>
);

test('WAL-13 a counterparty is shown by its known name on its network', () => {
  useContacts.setState({ entries: [{ name: 'Ada', address: friend }] });
  const { result } = renderHook(() => useCounterpartyName(account, contracts), { wrapper: Wording });
  const nameOf = result.current;
  expect(nameOf(7, vault)).toBe('Tidewell vault');
  // Another network may have a different contract at that address.
  expect(nameOf(8, vault)).toBe('0x1111…1111');
  expect(nameOf(7, friend)).toBe('Ada');
  expect(nameOf(7, account)).toBe('Your account');
  expect(nameOf(7, stranger)).toBe('0x9999…9999');
});
