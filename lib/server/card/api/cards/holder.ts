import 'server-only';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { cardHolderInput } from '@/lib/api/schemas/card';
import { cardHolders } from '../../../db/card-tables';
import { database } from '../../../db/database';
import type { Issuer, NewHolder, PostalAddress } from '../../../issuer/issuer';
import { readCardSettings } from '../../../seed/config-files';
import { callIssuer, refuse } from '../issuer-call';

type HolderInput = z.output<typeof cardHolderInput>;
export type Holder = typeof cardHolders.$inferSelect;

/** Leaves out fields that aren't set, which the issuer's interface doesn't accept as undefined. */
export const toAddress = ({ line2, state, ...address }: HolderInput['address']): PostalAddress => ({
  ...address,
  ...(line2 === undefined ? {} : { line2 }),
  ...(state === undefined ? {} : { state }),
});

/** @throws ApiError 422 if residents of the country can't have a card. */
export async function requireCountry(country: string): Promise<void> {
  const { countries } = await readCardSettings();
  if (!countries.includes(country)) throw refuse(422, 'cardCountry');
}

type Acceptance = { at: Date; ip: string };

/**
 * When and from where holders accepted the terms, by a hash of what they sent. A repeated call has the same values, because the
 * issuer refuses another request with the same idempotency key.
 */
const acceptances = new LRUCache<string, Acceptance>({ max: 1_000, ttl: 60 * 60 * 1_000 });

function toHolder(
  { birth, address, hasAcceptedTerms: _, ...person }: HolderInput,
  terms: Acceptance,
): NewHolder {
  const [year = 0, month = 0, day = 0] = birth.split('-').map(Number);
  return {
    ...person,
    birth: { day, month, year },
    address: toAddress(address),
    termsAcceptedAt: terms.at,
    termsIp: terms.ip,
  };
}

const findHolder = async (owner: Address): Promise<Holder | undefined> => {
  const [row] = await database('account').select().from(cardHolders).where(eq(cardHolders.owner, owner));
  return row;
};

/** Registers a person at the issuer, and stores its ID, country, and status. Nothing else is stored or logged. */
async function register(issuer: Issuer, owner: Address, input: HolderInput, ip: string): Promise<void> {
  await requireCountry(input.address.country);
  const content = createHash('sha256')
    .update(JSON.stringify([owner, input]))
    .digest('hex');
  const terms = acceptances.get(content) ?? { at: new Date(), ip };
  acceptances.set(content, terms);
  const key = `holder:${content}:${terms.at.getTime()}`;
  const { id, country, status } = await callIssuer(issuer.createHolder(toHolder(input, terms), key));
  await database('account')
    .insert(cardHolders)
    .values({ id, owner, country, status })
    .onConflictDoNothing({ target: cardHolders.owner });
}

/**
 * Returns the holder of an account, who is registered at the issuer first if necessary.
 * @throws ApiError 422 if details are missing, the country isn't supported, or the issuer has refused or blocked the holder.
 */
export async function requireHolder(
  issuer: Issuer,
  owner: Address,
  { input, ip }: { input: HolderInput | undefined; ip: string },
): Promise<Holder> {
  let holder = await findHolder(owner);
  if (!holder) {
    if (!input) throw refuse(422, 'cardHolderNeeded');
    await register(issuer, owner, input, ip);
    holder = await findHolder(owner);
  }
  if (holder?.status !== 'active') throw refuse(422, 'cardHolderBlocked');
  await requireCountry(holder.country);
  return holder;
}
