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

/** Verified ENS names, by account in lowercase. See `useVerifiedNames`. */
export type VerifiedNames = ReadonlyMap<string, string>;

const noVerified: VerifiedNames = new Map();

function useNames(verified: VerifiedNames) {
  const contacts = useContacts((state) => state.entries);
  const chosen = useChosenNames((state) => state.names);
  return useMemo(() => {
    const own = new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name]));
    const chosenName = (account: Address): ChosenName | null => {
      const name = chosen.get(account.toLowerCase());
      if (name === undefined || own.has(account.toLowerCase())) return null;
      return { name, imitates: imitated(name, account, contacts) };
    };
    const ensName = (account: Address): string | null => {
      const name = verified.get(account.toLowerCase()) ?? null;
      // The first label is what people read: ana.eth looks like Ana.
      return name === null ||
        [name, name.split('.')[0] ?? name].some((part) => imitated(part, account, contacts))
        ? null
        : name;
    };
    return { contactName: (account: Address) => own.get(account.toLowerCase()), chosenName, ensName };
  }, [contacts, chosen, verified]);
}

/** React hook that returns a function to get the name that an account chose, unless it is a contact. */
export const useChosenName = (): ((account: Address) => ChosenName | null) => useNames(noVerified).chosenName;

/** Returns an account's name. `isExact` adds the shortened address to a name that isn't a contact's. */
export type AccountName = (account: Address, isExact?: boolean) => string;

/**
 * React hook that returns a function to get an account's name: from the contacts, or the name that it chose, in quotes, or
 * its verified ENS name, or its shortened address. A name that looks like a contact's or the site's isn't used. Every
 * page that names an account uses this function. Two accounts can choose the same name, so lists and sentences about
 * money add the shortened address (`isExact`).
 */
export function useAccountName(verified: VerifiedNames = noVerified): AccountName {
  const { quotes, parentheses } = MARKS[useLocale()];
  const { contactName, chosenName, ensName } = useNames(verified);
  return useCallback(
    (account, isExact = false) => {
      const known = contactName(account);
      if (known !== undefined) return known;
      const chosen = chosenName(account);
      const address = shortAddress(account);
      // A person whose chosen name imitates another's isn't called by any other name of their choice either.
      const name = chosen ? (chosen.imitates === null ? quotes(chosen.name) : null) : ensName(account);
      if (name === null) return address;
      return isExact ? name + parentheses(address) : name;
    },
    [contactName, chosenName, ensName, quotes, parentheses],
  );
}
