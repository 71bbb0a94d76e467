import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import * as z from 'zod/mini';
import { createStoredList } from '@/lib/preferences/stored-list';
import { KNOWN_RECIPIENTS_LIMIT } from '@/lib/wallet-constants';

export const CONTACT_NAME_CHARACTERS = 40;

/** Written as people see it: one form for each letter, no doubled spaces. */
export const tidyName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Whether two names would be taken for each other in a list. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();

const isName = (text: string) =>
  text === tidyName(text) &&
  text !== '' &&
  [...text].length <= CONTACT_NAME_CHARACTERS &&
  // Nothing invisible, nothing that turns the direction of writing.
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u.test(text);

const address = z.pipe(
  z.string().check(z.refine((text) => isAddress(text) && text !== zeroAddress)),
  z.transform((text): Address => getAddress(text)),
);

/** Somebody who is paid, by a name of the reader's own. One address has one name, and one name one address. */
export const contact = z.strictObject({ name: z.string().check(z.refine(isName)), address });

export type Contact = z.output<typeof contact>;

export const isContact = (value: unknown): value is Contact => z.safeParse(contact, value).success;

type NameProblem = 'empty' | 'tooLong' | 'characters' | 'taken';

/** What is wrong with a name as typed for an address, given the other contacts. */
export function nameProblem(
  text: string,
  address: Address | null,
  contacts: readonly Contact[],
): NameProblem | null {
  const name = tidyName(text);
  if (name === '') return 'empty';
  if ([...name].length > CONTACT_NAME_CHARACTERS) return 'tooLong';
  if (!isName(name)) return 'characters';
  const isTaken = contacts.some((other) => other.address !== address && isSameName(other.name, name));
  return isTaken ? 'taken' : null;
}

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

const isKnown = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);

/** Addresses that withdrawals from this device went to, own ones too, the latest last. */
const recentList = createStoredList('tidewell.recipients', isKnown, KNOWN_RECIPIENTS_LIMIT);

export const useKnownRecipients = recentList.useList;
export const watchKnownRecipients = recentList.watch;

/** Notes an address that was chosen on purpose: others are compared with it. */
export function rememberRecipient(address: Address): void {
  recentList.change((known) => [...known.filter((other) => other !== address), address]);
}
