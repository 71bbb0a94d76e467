import type { CardDisputeReason, CardDisputeRequest } from '@/lib/api/types';

export type DisputeField = Extract<
  keyof CardDisputeRequest,
  | 'explanation'
  | 'productDescription'
  | 'expectedAt'
  | 'receivedAt'
  | 'canceledAt'
  | 'cancellationReason'
  | 'originalTransactionId'
>;

type FieldOf = { name: DisputeField; type: 'text' | 'date' | 'area'; isOptional?: boolean };

const explanation: FieldOf = { name: 'explanation', type: 'area' };
const product: FieldOf = { name: 'productDescription', type: 'text' };
const canceledAt: FieldOf = { name: 'canceledAt', type: 'date' };
const receivedAt: FieldOf = { name: 'receivedAt', type: 'date' };

/** What the issuer needs to know for each reason, in the order of the form. */
export const disputeFields: Readonly<Record<CardDisputeReason, readonly FieldOf[]>> = {
  fraudulent: [explanation],
  not_received: [product, { name: 'expectedAt', type: 'date' }, explanation],
  duplicate: [{ name: 'originalTransactionId', type: 'text', isOptional: true }, explanation],
  canceled: [product, canceledAt, { name: 'cancellationReason', type: 'text' }, explanation],
  merchandise_not_as_described: [product, receivedAt, explanation],
  service_not_as_described: [product, receivedAt, explanation],
  other: [{ ...product, isOptional: true }, explanation],
};

export const isDisputeReason = (text: string): text is CardDisputeReason =>
  Object.hasOwn(disputeFields, text);

/** Returns the request with the reason's fields alone. What the user entered for another reason stays out. */
export function disputeRequest(
  transactionId: string,
  reason: CardDisputeReason,
  values: Partial<Record<DisputeField, string>>,
): CardDisputeRequest {
  const entered = disputeFields[reason].flatMap(({ name }) => {
    const text = values[name]?.trim();
    return text ? [[name, text] as const] : [];
  });
  const isService = reason === 'service_not_as_described';
  const product =
    reason === 'fraudulent' || reason === 'duplicate'
      ? {}
      : { product: isService ? 'service' : 'merchandise' };
  return {
    explanation: '',
    ...Object.fromEntries(entered),
    ...(product as Pick<CardDisputeRequest, 'product'>),
    transactionId,
    reason,
  };
}
