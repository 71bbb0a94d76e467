import type { Address } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import { type Contact, isContact } from './contact';

export const CONTACTS_LIMIT = 200;

/** The address book of this device. */
const list = createStoredList('tidewell.contacts', isContact, CONTACTS_LIMIT);

export const useContacts = list.useList;
export const watchContacts = list.watch;

export const byName = (contacts: readonly Contact[], locale: string): Contact[] =>
  contacts.toSorted((one, other) => one.name.localeCompare(other.name, locale));

/** Saves a name for an address, in place of the one it had. Says whether storage kept it. */
export const saveContact = (contact: Contact): boolean =>
  list.change((contacts) => [...contacts.filter(({ address }) => address !== contact.address), contact]);

/** Says whether storage kept the change. */
export const deleteContact = (address: Address): boolean =>
  list.change((contacts) => contacts.filter((contact) => contact.address !== address));

/** Adds several at once. Says whether storage kept them. */
export const addContacts = (added: readonly Contact[]): boolean =>
  list.change((contacts) => [...contacts, ...added]);
