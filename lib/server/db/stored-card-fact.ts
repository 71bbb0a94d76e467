import { z } from 'zod';

const minor = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (amount) => String(amount),
});
const time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const merchant = z.object({
  id: z.string(),
  name: z.string().nullable(),
  category: z.string(),
  city: z.string().nullable(),
  country: z.string().nullable(),
});

const amounts = {
  amount: minor,
  currency: z.string(),
  merchantAmount: minor,
  merchantCurrency: z.string(),
  merchant,
  createdAt: time,
};

/** Format in which facts of a transaction are stored. */
export const storedTransaction = z.object({
  id: z.string(),
  authorizationId: z.string().nullable(),
  cardId: z.string(),
  type: z.enum(['capture', 'refund']),
  ...amounts,
});

/** Format in which facts of an authorization are stored. */
export const storedAuthorization = z.object({
  id: z.string(),
  cardId: z.string(),
  status: z.enum(['closed', 'expired', 'pending', 'reversed']),
  isApproved: z.boolean(),
  ...amounts,
  requests: z
    .array(z.object({ amount: minor, isApproved: z.boolean(), reason: z.string(), createdAt: time }))
    .readonly(),
  transactions: z.array(storedTransaction).readonly(),
});

/** Format in which facts of a dispute are stored. */
export const storedDispute = z.object({
  id: z.string(),
  transactionId: z.string(),
  amount: minor,
  currency: z.string(),
  status: z.enum(['expired', 'lost', 'submitted', 'unsubmitted', 'won']),
  createdAt: time,
});

/**
 * Format in which the facts of an event are stored. Of cards and cardholders, only the ID, because their current status is read
 * from the issuer: their events have no order.
 */
export const storedFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('authorization'), authorization: storedAuthorization }),
  z.object({ kind: z.literal('transaction'), transaction: storedTransaction }),
  z.object({ kind: z.literal('dispute'), dispute: storedDispute }),
  z.object({ kind: z.literal('card'), cardId: z.string() }),
  z.object({ kind: z.literal('holder'), holderId: z.string() }),
]);

export type StoredTransaction = z.input<typeof storedTransaction>;
export type StoredAuthorization = z.input<typeof storedAuthorization>;
export type StoredDispute = z.input<typeof storedDispute>;
export type StoredFact = z.input<typeof storedFact>;
/** What the issuer reports. */
export type Fact = z.output<typeof storedFact>;
