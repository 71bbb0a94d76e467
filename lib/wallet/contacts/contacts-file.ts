import * as z from 'zod/mini';
import { looksAlike } from '@/lib/evm/token-text';
import { CONTACTS_LIMIT, type Contact, contact, isSameName } from './contacts';
import { checkRecipient, type RecipientFacts } from './recipient';

/** Maximum size of an imported contacts file. Exported files are always smaller. */
export const CONTACTS_FILE_BYTES = 256 * 1024;

const file = z.strictObject({
  format: z.literal('tidewell-contacts'),
  version: z.literal(1),
  contacts: z.array(contact).check(z.maxLength(10 * CONTACTS_LIMIT)),
});

export const writeContactsFile = (contacts: readonly Contact[]): string =>
  `${JSON.stringify({ format: 'tidewell-contacts', version: 1, contacts }, null, 2)}\n`;

export type ContactsMerge = {
  added: Contact[];
  /** Number of contacts skipped because their address already has a name. */
  known: number;
  /** Number of contacts skipped because their name, or one that looks like it, belongs to another address. */
  taken: number;
  /** Number of contacts skipped because funds would be lost at their address, or because it imitates a known one. */
  unsafe: number;
  /** Number of contacts skipped because the list is full. */
  left: number;
};

/**
 * Returns the contacts that a file would add. Existing contacts stay unchanged, so that a file cannot assign a trusted
 * name to another address. Look-alikes are skipped, because only the form can ask for a confirmation, and only the user
 * can choose a name that resembles another. Returns null for an invalid file.
 */
export function mergeContactsFile(
  text: string,
  present: readonly Contact[],
  facts: RecipientFacts,
): ContactsMerge | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = z.safeParse(file, json);
  if (!read.success) return null;
  const merge: ContactsMerge = { added: [], known: 0, taken: 0, unsafe: 0, left: 0 };
  for (const next of read.data.contacts) {
    const all = [...present, ...merge.added];
    const { stop, lookAlike } = checkRecipient(next.address, { ...facts, contacts: all }, null);
    if (all.some(({ address }) => address === next.address)) merge.known += 1;
    else if (
      present.some(({ name }) => looksAlike(name, next.name)) ||
      all.some(({ name }) => isSameName(name, next.name))
    )
      merge.taken += 1;
    else if (stop !== null || lookAlike !== null) merge.unsafe += 1;
    else if (all.length >= CONTACTS_LIMIT) merge.left += 1;
    else merge.added.push(next);
  }
  return merge;
}
