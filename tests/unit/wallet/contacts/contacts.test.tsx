import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { type Address, getAddress, keccak256, numberToHex } from 'viem';
import { WagmiContext } from 'wagmi';
import { ContactBook } from '@/components/wallet/pay/contacts/contact-book';
import { RecentRecipients } from '@/components/wallet/pay/contacts/recent-recipients';
import { useNotices } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import {
  CONTACTS_LIMIT,
  isContact,
  nameProblem,
  saveContact,
  useContacts,
} from '@/lib/wallet/contacts/contacts';
import { mergeContactsFile, writeContactsFile } from '@/lib/wallet/contacts/contacts-file';
import { emptyLists, type RecipientFacts } from '@/lib/wallet/contacts/recipient';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import messages from '@/messages/en.json';

const nth = (index: number): Address => getAddress(keccak256(numberToHex(index)).slice(0, 42));
const [alice, bob] = [nth(1), nth(2)];
const noFacts: RecipientFacts = {
  ...emptyLists,
  account: undefined,
  accounts: [],
  contacts: [],
  recipients: [],
  reported: new Set<string>(),
};
const stored = () => JSON.parse(localStorage.getItem('tidewell.contacts') ?? '[]');

/** The contract of a listed token. */
const token = nth(5);
const lists = {
  '/coin/all': [
    {
      id: 1,
      symbol: 'tUSDT',
      name: 'Test Tether',
      icon: '',
      sort: 1,
      tokens: [{ chainId: 1, address: token, decimals: 6 }],
    },
  ],
  '/config/contractAddressList': [],
};

const chains = [
  {
    id: 1,
    name: 'North Sea',
    nativeSymbol: 'ETH',
    browserAddress: 'http://127.0.0.1:1/address/',
    browserTx: 'http://127.0.0.1:1/tx/',
    // No node listens here, because the contact book reads nothing from the chain.
    rpcUrl: 'http://127.0.0.1:1',
    testnet: true,
  },
];
const config = createWalletConfig(chains, new Map());

const payLists = (account: Address) => ({
  account,
  chains,
  coins: lists['/coin/all'],
  contracts: [],
});

function show(onPay: (address: string) => void = () => undefined, account?: Address) {
  return render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <SWRConfig value={{ fallback: lists, provider: () => new Map(), revalidateOnMount: false }}>
        <WagmiContext value={config}>
          <QueryClientProvider client={new QueryClient()}>
            {account ? <RecentRecipients lists={payLists(account)} onPay={onPay} /> : null}
            <ContactBook onPay={onPay} />
          </QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
afterEach(() => {
  localStorage.clear();
  act(() => useLedger.setState({ entries: [] }));
  useContacts.setState({ entries: [] });
});

test.each([
  [{ name: 'Alice', address: alice }, true],
  [{ name: '愛麗絲', address: alice.toLowerCase() }, true],
  [{ name: '小美❤️', address: alice }, true],
  [{ name: ' Alice', address: alice }, false],
  [{ name: '\u3164', address: alice }, false],
  [{ name: '\u2800\ufe0f', address: alice }, false],
  [{ name: '', address: alice }, false],
  [{ name: 'A'.repeat(41), address: alice }, false],
  [{ name: 'Alice\u202e', address: alice }, false],
  [{ name: 'Alice', address: '0x1234' }, false],
  [{ name: 'Alice', address: nth(0).replace(/[a-f]/, 'F').replace(/[A-F]/, 'a') }, false],
  [{ name: 'Alice', address: `0x${'0'.repeat(40)}` }, false],
  [{ name: 'Alice', address: alice, note: 'x' }, false],
  [{ name: 7, address: alice }, false],
  [null, false],
])('WAL-14 stored value %j is accepted as a contact: %s', (value, isOne) => {
  expect(isContact(value)).toBe(isOne);
});

test('WAL-14 contact names are valid and unique in any letter case or width', () => {
  const contacts = [{ name: 'Alice', address: alice }];
  expect(nameProblem('ALICE ', bob, contacts)).toBe('taken');
  expect(nameProblem('Ａlice', bob, contacts)).toBe('taken');
  expect(nameProblem('alice', alice, contacts)).toBeNull();
  expect(nameProblem(' ', bob, contacts)).toBe('empty');
  expect(nameProblem('b'.repeat(41), bob, contacts)).toBe('tooLong');
  expect(nameProblem('B\u200bob', bob, contacts)).toBe('characters');
});

test('WAL-14 invisible characters don’t make a name unique, and similar names that the user types are allowed', () => {
  const contacts = [
    { name: 'Ian', address: alice },
    { name: '❤️', address: nth(3) },
  ];
  for (const hidden of ['\u034f', '\u3164', '\ufe0f', '\u2800'])
    expect(nameProblem(`I${hidden}an`, bob, contacts)).toBe('taken');
  expect(nameProblem('❤', bob, contacts)).toBe('taken');
  expect(nameProblem('Lan', bob, contacts)).toBeNull();
  expect(nameProblem('🐱', bob, contacts)).toBeNull();
});

test('WAL-14 a file can’t add a name that looks like that of another contact', () => {
  const present = [{ name: 'Alice', address: alice }];
  const merge = (name: string, contacts = present) =>
    mergeContactsFile(writeContactsFile([{ name, address: bob }]), contacts, noFacts);
  for (const name of ['\u0410lice', 'Al\u034fice', 'Alice\u3164', 'AIice', 'Alice.', '𝐀lice', 'Álice'])
    expect(merge(name)).toMatchObject({ added: [], taken: 1 });
  expect(merge('Alicia')).toMatchObject({ added: [{ name: 'Alicia' }], taken: 0 });
  expect(merge('🐱', [{ name: '🐶', address: alice }])).toMatchObject({ taken: 0 });
  // Names of the same file may be similar, because they come from one contact book.
  const similar = [
    { name: 'Alice 🐱', address: alice },
    { name: 'Alice 🐶', address: bob },
  ];
  expect(mergeContactsFile(writeContactsFile(similar), [], noFacts)).toMatchObject({ added: similar });
});

test('WAL-14 exported contacts can be imported elsewhere without changing existing ones', () => {
  const contacts = [
    { name: 'Alice', address: alice },
    { name: 'Bob', address: bob },
  ];
  const file = writeContactsFile(contacts);
  expect(mergeContactsFile(file, [], noFacts)).toEqual({
    added: contacts,
    known: 0,
    taken: 0,
    unsafe: 0,
    left: 0,
  });
  // An imported file may neither rename a contact nor assign its name to another address.
  const present = [
    { name: 'Carol', address: alice },
    { name: 'bob', address: nth(3) },
  ];
  expect(mergeContactsFile(file, present, noFacts)).toEqual({
    added: [],
    known: 1,
    taken: 1,
    unsafe: 0,
    left: 0,
  });
  const full = Array.from({ length: CONTACTS_LIMIT }, (_, index) => ({
    name: `n${index}`,
    address: nth(index + 9),
  }));
  expect(mergeContactsFile(file, full, noFacts)).toMatchObject({ added: [], left: 2 });
});

test.each([
  'no JSON',
  '[]',
  '{"format":"tidewell-contacts","version":2,"contacts":[]}',
  '{"format":"tidewell-contacts","version":1,"contacts":[],"more":1}',
  '{"format":"tidewell-contacts","version":1,"contacts":[{"name":"Alice","address":"alice.eth"}]}',
  `{"format":"tidewell-contacts","version":1,"contacts":[{"name":"<b>\\u202e","address":"${alice}"}]}`,
])('WAL-14 the file %s is rejected as a whole', (text) => {
  expect(mergeContactsFile(text, [], noFacts)).toBeNull();
});

test('WAL-14 a contact is added, paid, renamed and deleted; each change is saved', async () => {
  const user = userEvent.setup();
  const paid: string[] = [];
  show((address) => paid.push(address));
  await user.click(screen.getByRole('button', { name: 'Add a contact' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a name.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' Alice  Li ');
  await user.type(screen.getByLabelText('Address'), alice);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(stored()).toEqual([{ name: 'Alice Li', address: alice }]);

  await user.click(screen.getByRole('button', { name: 'Send to Alice Li' }));
  expect(paid).toEqual([alice]);
  await user.click(screen.getByRole('button', { name: 'Rename Alice Li' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Ally{Enter}');
  expect(stored()).toEqual([{ name: 'Ally', address: alice }]);

  await user.click(screen.getByRole('button', { name: 'Delete Ally' }));
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
  expect(stored()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Delete Ally' }));
  expect(stored()).toEqual([]);
  expect(
    screen.getByText(/^No contacts yet\. Save an address as a contact to send to it faster next time\./),
  ).toBeVisible();
});

test('WAL-14 contacts can be searched by name and address', async () => {
  const user = userEvent.setup();
  for (let index = 0; index < 9; index += 1) saveContact({ name: `Person ${index}`, address: nth(index) });
  show();
  const rows = () => within(screen.getByRole('list')).getAllByRole('listitem').length;
  expect(rows()).toBe(9);
  await user.type(screen.getByLabelText('Find a contact'), 'PERSON 4');
  expect(rows()).toBe(1);
  await user.clear(screen.getByLabelText('Find a contact'));
  await user.type(screen.getByLabelText('Find a contact'), nth(7).toLowerCase().slice(0, 8));
  expect(screen.getByText('Person 7')).toBeVisible();
  expect(rows()).toBe(1);
});

test('WAL-14 without storage, contacts last until the page closes, and a warning says so', async () => {
  const user = userEvent.setup();
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  show();
  await user.click(screen.getByRole('button', { name: 'Add a contact' }));
  await user.type(screen.getByLabelText('Name'), 'Bob');
  await user.type(screen.getByLabelText('Address'), `${bob}{Enter}`);
  expect(screen.getByText('Bob')).toBeVisible();
  expect(useNotices.getState().notices.at(-1)).toMatchObject({
    type: 'warning',
    message: expect.stringContaining("can't store contacts"),
  });
  refuse.mockRestore();
});

test('WAL-14 a file adds contacts, and an invalid file shows an error', async () => {
  const user = userEvent.setup();
  const { container } = show();
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const give = (text: string) =>
    user.upload(
      input,
      Object.assign(new File([text], 'c.json', { type: 'application/json' }), { text: async () => text }),
    );
  await give(writeContactsFile([{ name: 'Alice', address: alice }]));
  expect(await screen.findByText('Alice')).toBeVisible();
  expect(useNotices.getState().notices.at(-1)?.message).toMatch(
    /^1 contact added\. Already in your contacts: 0\./,
  );
  await give('{}');
  expect(useNotices.getState().notices.at(-1)).toMatchObject({
    type: 'error',
    message: "This isn't a contacts file exported from Tidewell. Choose another one.",
  });
});

test('WAL-14 the contract of a token is not a contact: it can’t be typed or imported, and one saved earlier can only be deleted', async () => {
  const user = userEvent.setup();
  const { container } = show();
  const refused = /^This is a contract that can't return/;
  await user.click(screen.getByRole('button', { name: 'Add a contact' }));
  await user.type(screen.getByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Address'), `${token.toLowerCase()}{Enter}`);
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(refused);
  expect(useContacts.getState().entries).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  const text = writeContactsFile([
    { name: 'Shop', address: token },
    { name: 'Alice', address: alice },
  ]);
  await user.upload(
    container.querySelector('input[type=file]') as HTMLInputElement,
    Object.assign(new File([text], 'c.json', { type: 'application/json' }), { text: async () => text }),
  );
  expect(await screen.findByText('Alice')).toBeVisible();
  expect(useNotices.getState().notices.at(-1)?.message).toMatch(/^1 contact added\..* list full\): 1\.$/);
  expect(useContacts.getState().entries).toEqual([{ name: 'Alice', address: alice }]);

  act(() => void saveContact({ name: 'Shop', address: token }));
  expect(screen.getByText(refused)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send to Shop' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete Shop' }));
  await user.click(screen.getByRole('button', { name: 'Delete Shop' }));
  expect(screen.queryByText(refused)).toBeNull();
});

test('WAL-14 a token contract that was paid before is not offered again', () => {
  const entry = {
    ...{ id: '0x1', account: alice, chainId: 1, kind: 'send', status: 'confirmed', createdAt: 1 },
    ...{ amountRaw: '1', decimals: 6, symbol: 'tUSDT', coinId: 1, receivedRaw: '1' },
  } as unknown as LedgerEntry;
  useLedger.setState({
    entries: [
      { ...entry, hash: '0x1', recipient: token },
      { ...entry, hash: '0x2', recipient: bob },
    ],
  });
  show(undefined, alice);
  const recent = within(screen.getByRole('region', { name: messages.wallet.contacts.recent }));
  expect(recent.getAllByRole('button', { name: /^Send to / })).toHaveLength(1);
  expect(recent.getByText(shortAddress(bob))).toBeVisible();
});
