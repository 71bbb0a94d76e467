import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { getAddress } from 'viem';
import { useCounterpartyName } from '@/components/wallet/activity/use-counterparty-name';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import en from '@/messages/en.json';

const [account, vault, friend, stranger] = ['a', '1', 'f', '9'].map((digit) =>
  getAddress(`0x${digit.repeat(40)}`),
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`];
const contracts = [{ chainId: 7, name: 'vault_contract', address: vault }];

const Wording = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="en" messages={en}>
    {children}
  </NextIntlClientProvider>
);

test('WAL-13 the other side is called by the name it is known by on its network', () => {
  useContacts.setState({ entries: [{ name: 'Ada', address: friend }] });
  const { result } = renderHook(() => useCounterpartyName(account, contracts), { wrapper: Wording });
  const nameOf = result.current;
  expect(nameOf(7, vault)).toBe('Tidewell vault');
  // Another network may have anything at that address.
  expect(nameOf(8, vault)).toBe('0x1111…1111');
  expect(nameOf(7, friend)).toBe('Ada');
  expect(nameOf(7, account)).toBe('Your account');
  expect(nameOf(7, stranger)).toBe('0x9999…9999');
});
