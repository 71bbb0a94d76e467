import 'server-only';
import { z } from 'zod';
import type {
  ApprovalRequest,
  AuthorizationFacts,
  CardFacts,
  CardTransactionFacts,
  DisputeFacts,
  HolderFacts,
} from '../facts';
import { IssuerDataError } from '../issuer-error';

const MAX_TEXT = 200;

const id = z.string().regex(/^\w{1,255}$/);
/** An object that may be expanded. Only its ID is read. */
const link = z.union([id, z.object({ id }).transform((object) => object.id)]);
const minor = z.int().transform(BigInt);
/** A time in seconds. The upper limit is that of the database. */
const time = z
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1000));
const currency = z.string().regex(/^[a-z]{3}$/);
/** Text that a merchant chose: without control characters, which databases and terminals can't store or show. */
const merchantText = z.string().transform((text) => text.replace(/\p{C}/gu, '').slice(0, MAX_TEXT));

const merchant = z
  .object({
    network_id: merchantText,
    name: merchantText.nullable(),
    category: merchantText,
    city: merchantText.nullable(),
    country: merchantText.nullable(),
  })
  .transform(({ network_id, ...rest }) => ({ id: network_id, ...rest }));

const transaction = z
  .object({
    id,
    authorization: link.nullable(),
    card: link,
    type: z.enum(['capture', 'refund']),
    amount: minor,
    currency,
    merchant_amount: minor,
    merchant_currency: currency,
    merchant_data: merchant,
    created: time,
  })
  .transform(
    (from): CardTransactionFacts => ({
      id: from.id,
      authorizationId: from.authorization,
      cardId: from.card,
      type: from.type,
      amount: from.amount,
      currency: from.currency,
      merchantAmount: from.merchant_amount,
      merchantCurrency: from.merchant_currency,
      merchant: from.merchant_data,
      createdAt: from.created,
    }),
  );

const authorization = z
  .object({
    id,
    card: link,
    status: z.enum(['closed', 'expired', 'pending', 'reversed']),
    approved: z.boolean(),
    amount: minor.refine((amount) => amount >= 0n),
    currency,
    merchant_amount: minor,
    merchant_currency: currency,
    merchant_data: merchant,
    created: time,
    request_history: z.array(
      z
        .object({ amount: minor, approved: z.boolean(), reason: merchantText, created: time })
        .transform(({ amount, approved, reason, created }) => ({
          amount,
          isApproved: approved,
          reason,
          createdAt: created,
        })),
    ),
    transactions: z.array(transaction),
  })
  .transform(
    (from): AuthorizationFacts => ({
      id: from.id,
      cardId: from.card,
      status: from.status,
      isApproved: from.approved,
      amount: from.amount,
      currency: from.currency,
      merchantAmount: from.merchant_amount,
      merchantCurrency: from.merchant_currency,
      merchant: from.merchant_data,
      createdAt: from.created,
      requests: from.request_history,
      transactions: from.transactions,
    }),
  );

/** An authorization during a request: its own amount and status are those before the decision. */
const request = z
  .object({
    id,
    card: link,
    merchant_data: merchant,
    request_history: z.array(z.unknown()),
    pending_request: z.object({
      amount: minor.refine((amount) => amount >= 0n),
      currency,
      merchant_amount: minor,
      merchant_currency: currency,
      is_amount_controllable: z.boolean(),
    }),
  })
  .transform(
    ({ pending_request: pending, ...from }): Omit<ApprovalRequest, 'createdAt' | 'eventId'> => ({
      authorizationId: from.id,
      cardId: from.card,
      position: from.request_history.length,
      amount: pending.amount,
      currency: pending.currency,
      merchantAmount: pending.merchant_amount,
      merchantCurrency: pending.merchant_currency,
      merchant: from.merchant_data,
      isAmountControllable: pending.is_amount_controllable,
    }),
  );

const dispute = z
  .object({
    id,
    transaction: link,
    amount: minor.refine((amount) => amount >= 0n),
    currency,
    status: z.enum(['expired', 'lost', 'submitted', 'unsubmitted', 'won']),
    created: time,
  })
  .transform(
    ({ transaction: transactionId, created, ...from }): DisputeFacts => ({
      ...from,
      transactionId,
      createdAt: created,
    }),
  );

/** Statuses of a shipment. An order that the issuer has sent to the printer is still pending. */
const SHIPPING = {
  pending: 'pending',
  submitted: 'pending',
  shipped: 'shipped',
  delivered: 'delivered',
  returned: 'returned',
  failure: 'failure',
  canceled: 'failure',
} as const;
const shippingStatus = z
  .enum(Object.keys(SHIPPING) as [keyof typeof SHIPPING, ...(keyof typeof SHIPPING)[]])
  .nullish()
  .transform((status) => SHIPPING[status ?? 'pending']);

const card = z
  .object({
    id,
    cardholder: link,
    last4: z.string().regex(/^\d{4}$/),
    type: z.enum(['physical', 'virtual']),
    status: z.enum(['active', 'canceled', 'inactive']),
    exp_month: z.int().min(1).max(12),
    exp_year: z.int().min(2000).max(2200),
    currency,
    shipping: z.object({ status: shippingStatus }).nullish(),
    created: time,
  })
  .transform(
    (from): CardFacts => ({
      id: from.id,
      holderId: from.cardholder,
      lastFour: from.last4,
      type: from.type,
      status: from.status,
      expiryMonth: from.exp_month,
      expiryYear: from.exp_year,
      currency: from.currency,
      shipping: from.shipping?.status ?? null,
      createdAt: from.created,
    }),
  );

const holder = z
  .object({
    id,
    status: z.enum(['active', 'blocked', 'inactive']),
    billing: z.object({ address: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }) }),
  })
  .transform(({ billing, ...from }): HolderFacts => ({ ...from, country: billing.address.country }));

const ephemeralKey = z
  .object({ secret: z.string().min(1).max(1_000), expires: time })
  .transform(({ secret, expires }) => ({ secret, expiresAt: expires }));

/** A webhook's envelope. */
const event = z
  .object({ id, type: z.string().max(MAX_TEXT), created: time, data: z.object({ object: z.unknown() }) })
  .transform((from) => ({
    eventId: from.id,
    type: from.type,
    createdAt: from.created,
    object: from.data.object,
  }));

const reader =
  <Schema extends z.ZodType>(name: string, schema: Schema) =>
  (value: unknown): z.output<Schema> => {
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    // Names of fields only: values can be personal.
    const fields = error.issues.map(({ path }) => path.join('.') || 'itself').join(', ');
    throw new IssuerDataError(`Invalid ${name} from the issuer: ${fields}`);
  };

export const readTransaction = reader('transaction', transaction);
export const readAuthorization = reader('authorization', authorization);
export const readRequest = reader('request for a decision', request);
export const readDispute = reader('dispute', dispute);
export const readCard = reader('card', card);
export const readHolder = reader('cardholder', holder);
export const readEphemeralKey = reader('ephemeral key', ephemeralKey);
export const readEnvelope = reader('event', event);
