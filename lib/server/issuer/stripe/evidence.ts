import 'server-only';
import type Stripe from 'stripe';
import type { DisputeEvidence } from '../issuer';
import { seconds } from './units';

/** Returns evidence as parameters of Stripe's API. */
export function evidenceParams(evidence: DisputeEvidence): Stripe.Issuing.DisputeCreateParams.Evidence {
  const { reason, explanation } = evidence;
  switch (reason) {
    case 'fraudulent':
    case 'no_valid_authorization':
      return { reason, [reason]: { explanation } };
    case 'duplicate':
      return { reason, duplicate: { explanation, original_transaction: evidence.originalTransactionId } };
    case 'not_received':
      return {
        reason,
        not_received: {
          explanation,
          expected_at: seconds(evidence.expectedAt),
          product_type: evidence.product,
        },
      };
    case 'canceled':
      return {
        reason,
        canceled: {
          explanation,
          expected_at: seconds(evidence.expectedAt),
          product_type: evidence.product,
          canceled_at: seconds(evidence.canceledAt),
          cancellation_reason: evidence.cancellationReason,
        },
      };
    case 'merchandise_not_as_described':
      return {
        reason,
        merchandise_not_as_described: {
          explanation,
          received_at: seconds(evidence.receivedAt),
          return_status: evidence.returnStatus,
        },
      };
    case 'service_not_as_described':
      return {
        reason,
        service_not_as_described: {
          explanation,
          received_at: seconds(evidence.receivedAt),
          canceled_at: seconds(evidence.canceledAt),
          cancellation_reason: evidence.cancellationReason,
        },
      };
    case 'other':
      return {
        reason,
        other: {
          explanation,
          product_type: evidence.product,
          product_description: evidence.productDescription,
        },
      };
  }
}
