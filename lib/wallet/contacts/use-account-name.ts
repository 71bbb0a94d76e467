import { type Locale, useLocale } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { shortAddress } from '@/lib/evm/address';
import { type Imitated, imitated, useChosenNames } from './chosen-names';
import { useContacts } from './contacts';

/** Quotation marks and parentheses by language. */
const MARKS: Readonly<
  Record<Locale, { quotes: (text: string) => string; parentheses: (text: string) => string }>
> = {
  en: { quotes: (text) => `“${text}”`, parentheses: (text) => ` (${text})` },
  'zh-Hant': { quotes: (text) => `「${text}」`, parentheses: (text) => `（${text}）` },
};

/** A name that an account chose for itself. */
type ChosenName = {
  name: string;
  /** The contact's name, or the site's, that it looks like. It is then shown only with a warning. */
  imitates: Imitated | null;
};

function useNames() {
  const contacts = useContacts((state) => state.entries);
  const chosen = useChosenNames((state) => state.names);
  return useMemo(() => {
    const own = new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name]));
    const chosenName = (account: Address): ChosenName | null => {
      const name = chosen.get(account.toLowerCase());
      if (name === undefined || own.has(account.toLowerCase())) return null;
      return { name, imitates: imitated(name, account, contacts) };
    };
    return { contactName: (account: Address) => own.get(account.toLowerCase()), chosenName };
  }, [contacts, chosen]);
}

/** React hook that returns a function to get the name that an account chose, unless it is a contact. */
export const useChosenName = (): ((account: Address) => ChosenName | null) => useNames().chosenName;

/**
 * React hook that returns a function to get an account's name: from the contacts, or the name that it chose, in quotes,
 * or its shortened address. A chosen name that looks like a contact's or the site's isn't used. Because two accounts can
 * choose the same name, `isExact` adds the shortened address to it.
 */
export function useAccountName(): (account: Address, isExact?: boolean) => string {
  const { quotes, parentheses } = MARKS[useLocale()];
  const { contactName, chosenName } = useNames();
  return useCallback(
    (account, isExact = false) => {
      const known = contactName(account);
      if (known !== undefined) return known;
      const chosen = chosenName(account);
      const address = shortAddress(account);
      if (!chosen || chosen.imitates !== null) return address;
      const name = quotes(chosen.name);
      return isExact ? name + parentheses(address) : name;
    },
    [contactName, chosenName, quotes, parentheses],
  );
}
