import type Stripe from 'stripe';
import { z } from 'zod';
import { integer } from '../wire/form';

type Evidence = Stripe.Issuing.Dispute.Evidence;

const orUnset = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema]).optional();
const text = orUnset(z.string().max(20_000));
const time = orUnset(integer(0));
const product = orUnset(z.enum(['merchandise', 'service']));
const returned = orUnset(z.enum(['merchant_rejected', 'successful']));

/** Fields of the evidence by reason. Files aren't supported. */
const FIELDS = {
  canceled: {
    canceled_at: time,
    cancellation_policy_provided: orUnset(z.enum(['true', 'false']).transform((value) => value === 'true')),
    cancellation_reason: text,
    expected_at: time,
    explanation: text,
    product_description: text,
    product_type: product,
    return_status: returned,
    returned_at: time,
  },
  duplicate: { explanation: text, original_transaction: z.string().optional() },
  fraudulent: { explanation: text },
  merchandise_not_as_described: {
    explanation: text,
    received_at: time,
    return_description: text,
    return_status: returned,
    returned_at: time,
  },
  no_valid_authorization: { explanation: text },
  not_received: { expected_at: time, explanation: text, product_description: text, product_type: product },
  other: { explanation: text, product_description: text, product_type: product },
  service_not_as_described: {
    canceled_at: time,
    cancellation_reason: text,
    explanation: text,
    received_at: time,
  },
} as const;

type Reason = keyof typeof FIELDS;

/** Fields for files, which are always null here. */
const FILES: Partial<Record<Reason, readonly string[]>> = {
  duplicate: ['additional_documentation', 'card_statement', 'cash_receipt', 'check_image'],
};

/** Fields that a dispute needs before it can be submitted. */
const REQUIRED: Record<Reason, readonly string[]> = {
  canceled: ['canceled_at', 'cancellation_reason', 'expected_at', 'explanation', 'product_type'],
  duplicate: ['explanation', 'original_transaction'],
  fraudulent: ['explanation'],
  merchandise_not_as_described: ['explanation', 'received_at', 'return_status'],
  no_valid_authorization: ['explanation'],
  not_received: ['expected_at', 'explanation', 'product_type'],
  other: ['explanation', 'product_description', 'product_type'],
  service_not_as_described: ['canceled_at', 'cancellation_reason', 'explanation', 'received_at'],
};

const reasons = Object.keys(FIELDS) as Reason[];

/** Parameter `evidence` of disputes. */
export const evidenceParams = z.strictObject({
  reason: z.enum(reasons).optional(),
  canceled: orUnset(z.strictObject(FIELDS.canceled)),
  duplicate: orUnset(z.strictObject(FIELDS.duplicate)),
  fraudulent: orUnset(z.strictObject(FIELDS.fraudulent)),
  merchandise_not_as_described: orUnset(z.strictObject(FIELDS.merchandise_not_as_described)),
  no_valid_authorization: orUnset(z.strictObject(FIELDS.no_valid_authorization)),
  not_received: orUnset(z.strictObject(FIELDS.not_received)),
  other: orUnset(z.strictObject(FIELDS.other)),
  service_not_as_described: orUnset(z.strictObject(FIELDS.service_not_as_described)),
});

const isReason = (value: string): value is Reason => value in FIELDS;

/** Returns evidence after an update. Only the part of its reason is kept. */
export function mergeEvidence(
  before: Evidence,
  params: z.output<typeof evidenceParams> | undefined,
): Evidence {
  const reason = params?.reason ?? before.reason;
  if (!isReason(reason)) return before;
  const empty = [...Object.keys(FIELDS[reason]), ...(FILES[reason] ?? ['additional_documentation'])];
  const part = {
    ...Object.fromEntries(empty.map((field) => [field, null])),
    ...before[reason],
    ...params?.[reason],
  };
  return { reason, [reason]: part };
}

/** Returns the names of fields that are still missing from evidence. */
export function missingEvidence(evidence: Evidence): string[] {
  const { reason } = evidence;
  if (!isReason(reason)) return ['reason'];
  const part: object = evidence[reason] ?? {};
  return REQUIRED[reason].filter((field) => !Reflect.get(part, field)).map((field) => `${reason}.${field}`);
}

/** Returns the explanation for the reason of a dispute. */
export const explanationOf = (evidence: Evidence): string | null | undefined =>
  isReason(evidence.reason) ? evidence[evidence.reason]?.explanation : undefined;
