import { type Address, isAddress, isAddressEqual } from 'viem';
import * as z from 'zod/mini';
import { createStoredList } from '@/lib/preferences/stored-list';
import { contact } from '@/lib/wallet/contacts/contacts';

export const WATCHED_LIMIT = 10;

/** An address whose value the user follows, read only, with the name that the user gave it. */
export type Watched = { address: Address; name?: string };

const watched = z.strictObject({
  address: z.string().check(z.refine((text) => isAddress(text))),
  name: z.optional(contact.shape.name),
});

const isWatched = (value: unknown): value is Watched => z.safeParse(watched, value).success;

const list = createStoredList('tidewell.watched', isWatched, WATCHED_LIMIT, ({ address }) =>
  address.toLowerCase(),
);

export const useWatched = list.useList;
export const watchWatchedAddresses = list.watch;

const without = (entries: readonly Watched[], address: Address) =>
  entries.filter((entry) => !isAddressEqual(entry.address, address));

/** Adds an address, unless the list is full, which another tab may have caused. `notKept` means that it couldn't be stored. */
export function addWatched(added: Watched): 'added' | 'full' | 'notKept' {
  let isFull = false;
  const isKept = list.change((entries) => {
    const others = without(entries, added.address);
    isFull = others.length >= WATCHED_LIMIT;
    return isFull ? entries : [...others, added];
  });
  return isFull ? 'full' : isKept ? 'added' : 'notKept';
}

/** Removes an address. Returns whether the change was stored. */
export const removeWatched = (address: Address): boolean =>
  list.change((entries) => without(entries, address));
