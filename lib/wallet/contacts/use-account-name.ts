import { type Locale, useLocale } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { shortAddress } from '@/lib/evm/address';
import { imitatedContact, useChosenNames } from './chosen-names';
import { useContacts } from './contacts';

/** Quotation marks by language. */
const QUOTES: Readonly<Record<Locale, readonly [string, string]>> = {
  en: ['“', '”'],
  'zh-Hant': ['「', '」'],
};

/** A name that an account chose for itself. */
type ChosenName = {
  name: string;
  /** Name of the contact that it looks like. It is then shown only with a warning. */
  imitates: string | null;
};

function useNames() {
  const contacts = useContacts((state) => state.entries);
  const chosen = useChosenNames((state) => state.names);
  return useMemo(() => {
    const own = new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name]));
    const chosenName = (account: Address): ChosenName | null => {
      const name = chosen.get(account.toLowerCase());
      if (name === undefined || own.has(account.toLowerCase())) return null;
      return { name, imitates: imitatedContact(name, account, contacts) };
    };
    return { contactName: (account: Address) => own.get(account.toLowerCase()), chosenName };
  }, [contacts, chosen]);
}

/** React hook that returns a function to get the name that an account chose, unless it is a contact. */
export const useChosenName = (): ((account: Address) => ChosenName | null) => useNames().chosenName;

/**
 * React hook that returns a function to get an account's name: from the contacts, or the name that it chose, in quotes,
 * or its shortened address. A chosen name that looks like a contact's isn't used.
 */
export function useAccountName(): (account: Address) => string {
  const [start, end] = QUOTES[useLocale()];
  const { contactName, chosenName } = useNames();
  return useCallback(
    (account) => {
      const known = contactName(account);
      if (known !== undefined) return known;
      const chosen = chosenName(account);
      return chosen && chosen.imitates === null ? start + chosen.name + end : shortAddress(account);
    },
    [contactName, chosenName, start, end],
  );
}
