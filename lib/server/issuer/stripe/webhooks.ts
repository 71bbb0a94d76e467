import 'server-only';
import Stripe from 'stripe';
import type { ApprovalRequest } from '../facts';
import type { Decision, DecisionReply, IssuerEvent, VerifiedWebhook } from '../issuer';
import { IssuerDataError, IssuerSignatureError } from '../issuer-error';
import { ISSUER_VERSION } from './api-version';
import {
  readAuthorization,
  readCard,
  readDispute,
  readEnvelope,
  readHolder,
  readRequest,
  readTransaction,
} from './read-facts';

const TOLERANCE_S = 300;
const REQUEST = 'issuing_authorization.request';

// Strict, so that only one sequence of bytes has a given signature.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(raw: Uint8Array): string {
  try {
    return utf8.decode(raw);
  } catch {
    throw new IssuerSignatureError('The body of a webhook is not UTF-8');
  }
}

/**
 * Checks the signature of a webhook over its bytes as received, in constant time, and returns its content. During a
 * rotation there are several secrets, and any of them is valid.
 * @throws IssuerSignatureError if it isn't signed, or more than 300 s ago. @throws IssuerDataError if it isn't an event.
 */
export function verifyWebhook(
  raw: Uint8Array,
  header: string | null,
  secrets: readonly string[],
): VerifiedWebhook {
  if (!header) throw new IssuerSignatureError('A webhook has no signature');
  const body = decode(raw);
  const { signature } = Stripe.webhooks;
  let failure: unknown;
  const isSigned = secrets.some((secret) => {
    try {
      return signature?.verifyHeader(body, header, secret, TOLERANCE_S) === true;
    } catch (error) {
      // The client also throws errors of other kinds, such as for a header with an empty signature.
      failure = error;
      return false;
    }
  });
  if (!isSigned) throw new IssuerSignatureError('The signature of a webhook is invalid', { cause: failure });
  try {
    return readEnvelope(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError) throw new IssuerDataError('The body of a webhook is not JSON');
    throw error;
  }
}

/** Returns what a request for a decision asks. @throws IssuerDataError if it isn't one, or is invalid. */
export function readDecision({ type, eventId, createdAt, object }: VerifiedWebhook): ApprovalRequest {
  if (type !== REQUEST) throw new IssuerDataError(`An event of type ${type} can't be decided`);
  return { eventId, createdAt, ...readRequest(object) };
}

/**
 * Returns the answer to a request.
 * @throws RangeError if the approved amount isn't from 1 to the requested one, or is a part of one that has no parts:
 * Stripe would approve all of it.
 */
export function writeDecision(request: ApprovalRequest, decision: Decision): DecisionReply {
  const part = decision.isApproved ? decision.amount : undefined;
  const isPart = part !== undefined && part !== request.amount;
  if (isPart && (!request.isAmountControllable || part <= 0n || part > request.amount))
    throw new RangeError(`${part} of ${request.amount} can't be approved`);
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'stripe-version': ISSUER_VERSION },
    body: JSON.stringify({
      approved: decision.isApproved,
      amount: isPart ? Number(part) : undefined,
      metadata: decision.metadata,
    }),
  };
}

/** Returns what an event is about. @throws IssuerDataError if its object is invalid. */
export function readEvent({ type, object }: VerifiedWebhook): IssuerEvent {
  // Before the decision, the authorization of a request has neither its amount nor its status.
  if (type === REQUEST) return { kind: 'other' };
  switch (type.slice(0, type.indexOf('.'))) {
    case 'issuing_authorization':
      return { kind: 'authorization', authorization: readAuthorization(object) };
    case 'issuing_transaction':
      return { kind: 'transaction', transaction: readTransaction(object) };
    case 'issuing_dispute':
      return { kind: 'dispute', dispute: readDispute(object) };
    case 'issuing_card':
      return { kind: 'card', card: readCard(object) };
    case 'issuing_cardholder':
      return { kind: 'holder', holder: readHolder(object) };
    default:
      return { kind: 'other' };
  }
}
