import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import * as z from 'zod/mini';
import { tokenText } from '@/lib/evm/token-text';
import { createStoredList } from '@/lib/preferences/stored-list';

const KNOWN_RECIPIENTS_LIMIT = 100;

export const CONTACT_NAME_CHARACTERS = 40;

/** Normalizes a name to NFC and collapses whitespace. */
export const tidyName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Returns a name without the characters that can't be seen. Some of them, such as those in emoji, may be stored. */
const seenName = (name: string): string => tokenText(name, CONTACT_NAME_CHARACTERS);

/** Returns whether two names are the same to the user: apart from letter case, width, and invisible characters. */
export const isSameName = (one: string, other: string): boolean =>
  seenName(one).normalize('NFKC').toLowerCase() === seenName(other).normalize('NFKC').toLowerCase();

const isName = (text: string) =>
  text === tidyName(text) &&
  seenName(text) !== '' &&
  [...text].length <= CONTACT_NAME_CHARACTERS &&
  // Rejects invisible and direction-changing characters.
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u.test(text);

const address = z.pipe(
  z.string().check(z.refine((text) => isAddress(text) && text !== zeroAddress)),
  z.transform((text): Address => getAddress(text)),
);

/** A named recipient. Names and addresses are unique. */
export const contact = z.strictObject({ name: z.string().check(z.refine(isName)), address });

export type Contact = z.output<typeof contact>;

export const isContact = (value: unknown): value is Contact => z.safeParse(contact, value).success;

type NameProblem = 'empty' | 'tooLong' | 'characters' | 'taken';

/** Returns the reason that a typed name is invalid, or null if the name is valid. */
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

const list = createStoredList('tidewell.contacts', isContact, CONTACTS_LIMIT);

export const useContacts = list.useList;
export const watchContacts = list.watch;

export const byName = (contacts: readonly Contact[], locale: string): Contact[] =>
  contacts.toSorted((one, other) => one.name.localeCompare(other.name, locale));

/** Saves or renames a contact. Returns whether it was stored. */
export const saveContact = (contact: Contact): boolean =>
  list.change((contacts) => [...contacts.filter(({ address }) => address !== contact.address), contact]);

/** Deletes a contact. Returns whether the change was stored. */
export const deleteContact = (address: Address): boolean =>
  list.change((contacts) => contacts.filter((contact) => contact.address !== address));

/** Adds contacts. Returns whether they were stored. */
export const addContacts = (added: readonly Contact[]): boolean =>
  list.change((contacts) => [...contacts, ...added]);

const isKnown = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);

/** Recipients paid from this device, including the user's own addresses, most recent last. */
const recentList = createStoredList('tidewell.recipients', isKnown, KNOWN_RECIPIENTS_LIMIT);

export const useKnownRecipients = recentList.useList;
export const watchKnownRecipients = recentList.watch;

/** Stores a recipient, to compare addresses entered later with it. */
export function rememberRecipient(address: Address): void {
  recentList.change((known) => [...known.filter((other) => other !== address), address]);
}
