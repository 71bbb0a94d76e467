import { act, renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import { useTransferText } from '@/components/wallet/transaction-sheet/use-transfer-text';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { type Contact, useContacts } from '@/lib/wallet/contacts/contacts';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import en from '@/messages/en.json';

const account: Address = '0x00000000000000000000000000000000000000A1';
const friend: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const stranger: Address = '0x00000000000000000000000000000000000000B1';
const vault: Address = '0x00000000000000000000000000000000000000E5';

const wrapper = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
    {children}
  </NextIntlClientProvider>
);
const names = (of: Partial<Record<Address, string>>) =>
  new Map(Object.entries(of).map(([address, name]) => [address.toLowerCase(), name as string]));

beforeEach(() => {
  useContacts.setState({ entries: [] });
  useChosenNames.setState({ names: new Map() });
});

test.each<
  [string, Contact[], Partial<Record<Address, string>>, Partial<Record<Address, string>>, string, string]
>([
  [
    'the contact’s name comes first',
    [{ name: 'Robert', address: stranger }],
    { [stranger]: 'Bob' },
    { [stranger]: 'bob.eth' },
    'Robert',
    'Robert',
  ],
  [
    'then the name that the person chose, in quotes',
    [],
    { [stranger]: 'Bob' },
    { [stranger]: 'bob.eth' },
    '“Bob”',
    '“Bob” (0x0000…00B1)',
  ],
  ['then the verified ENS name', [], {}, { [stranger]: 'bob.eth' }, 'bob.eth', 'bob.eth (0x0000…00B1)'],
  ['then the address', [], {}, {}, '0x0000…00B1', '0x0000…00B1'],
  [
    'a chosen name like a contact’s isn’t used, nor another name of that person',
    [{ name: 'Bob', address: friend }],
    { [stranger]: 'Воb' },
    { [stranger]: 'robert.eth' },
    '0x0000…00B1',
    '0x0000…00B1',
  ],
  [
    'an ENS name like a contact’s isn’t used',
    [{ name: 'Bob', address: friend }],
    {},
    { [stranger]: 'bob.eth' },
    '0x0000…00B1',
    '0x0000…00B1',
  ],
])(
  'HUB-8 HUB-9 an account is called by one name everywhere: %s',
  (_, contacts, chosen, verified, bare, exact) => {
    useContacts.setState({ entries: contacts });
    useChosenNames.setState({ names: names(chosen) });
    const ens = names(verified);
    const { result } = renderHook(
      () => ({
        account: useAccountName(ens),
        counterparty: useCounterpartyName(
          account,
          [{ chainId: 1, name: 'vault_contract', address: vault }],
          ens,
        ),
        shared: useCounterpartyName(null, [], ens),
      }),
      { wrapper },
    );
    const { account: accountName, counterparty, shared } = result.current;
    expect(accountName(stranger)).toBe(bare);
    expect(accountName(stranger, true)).toBe(exact);
    expect(counterparty(1, stranger)).toBe(exact);
    expect(counterparty(1, stranger, false)).toBe(bare);
    // Others can see a shared receipt.
    expect(shared(1, stranger)).toBe('0x0000…00B1');
  },
);

test('HUB-8 the results of payments name the recipient', () => {
  useChosenNames.setState({ names: names({ [stranger]: 'Bob' }) });
  const entry = {
    ...{ kind: 'send', status: 'confirmed', recipient: stranger },
    ...{ amountRaw: '5', receivedRaw: '5', decimals: 0, symbol: 'tUSDT' },
  } as LedgerEntry;
  const transfer = { recipient: stranger, amountRaw: '5', decimals: 0, symbol: 'tUSDT' } as SignedTransfer;
  const { result } = renderHook(() => ({ result: useResultText(), transfer: useTransferText() }), {
    wrapper,
  });
  expect(result.current.result(entry)).toBe('5 tUSDT arrived at “Bob” (0x0000…00B1).');
  expect(result.current.transfer.nameOf(transfer)).toBe('5 tUSDT to “Bob” (0x0000…00B1)');
  act(() => useContacts.setState({ entries: [{ name: 'Robert', address: stranger }] }));
  expect(result.current.result(entry)).toBe('5 tUSDT arrived at Robert.');
});
