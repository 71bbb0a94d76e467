import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { shortAddress } from '@/lib/evm/address';
import { useContacts } from './contacts';

/** React hook that returns a function to get an account's name from the contacts, or its shortened address. */
export function useContactName(): (account: Address) => string {
  const contacts = useContacts((state) => state.entries);
  const names = useMemo(
    () => new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name])),
    [contacts],
  );
  return useCallback((account) => names.get(account.toLowerCase()) ?? shortAddress(account), [names]);
}
