import { create } from 'zustand';
import { brand } from '@/lib/content/website';
import { containsAlike, looksAlike } from '@/lib/evm/token-text';
import type { Contact } from './contacts';

/**
 * Names that people in the signed-in account's conversations chose for themselves, by account in lowercase. The
 * account's messenger sets them. Anyone can choose any name, so they are never shown like a contact's.
 */
export const useChosenNames = create<{ names: ReadonlyMap<string, string> }>(() => ({ names: new Map() }));

/** Returns the name of another contact that a name looks like, or null. */
export const imitatedContact = (
  name: string,
  account: string,
  contacts: readonly Pick<Contact, 'name' | 'address'>[],
): string | null =>
  contacts.find(
    (contact) => contact.address.toLowerCase() !== account.toLowerCase() && looksAlike(contact.name, name),
  )?.name ?? null;

/** What a name looks like: the name of a contact, or the site's. */
export type Imitated = { kind: 'contact' | 'site'; name: string };

/** Returns what a name that an account chose imitates, or null. A name with the site's in it also imitates the site. */
export function imitated(name: string, account: string, contacts: readonly Contact[]): Imitated | null {
  const contact = imitatedContact(name, account, contacts);
  if (contact !== null) return { kind: 'contact', name: contact };
  return containsAlike(name, brand) ? { kind: 'site', name: brand } : null;
}
