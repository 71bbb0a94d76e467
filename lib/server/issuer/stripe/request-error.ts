import 'server-only';
import Stripe from 'stripe';
import { IssuerRequestError } from '../issuer-error';

const { StripeError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

/**
 * Returns an error of Stripe's client as `IssuerRequestError`, and any other as it is. Stripe's messages are left out,
 * because they can quote parameters.
 */
export function toRequestError(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  const { type, code, param, requestId, statusCode } = error;
  // 409: the first request with this idempotency key is still running.
  const isRefused =
    (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError) &&
    statusCode !== 409;
  const details = [type, code, param, statusCode, requestId].filter((detail) => detail !== undefined);
  return new IssuerRequestError(
    `A request to the issuer failed: ${details.join(', ')}`,
    isRefused,
    code ?? null,
  );
}
