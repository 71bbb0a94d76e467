import 'server-only';
import { ApiError } from '../../http/api-error';
import { configuredIssuer } from '../../issuer/configured-issuer';
import type { Issuer } from '../../issuer/issuer';
import { IssuerRequestError } from '../../issuer/issuer-error';

/** Returns a refusal with its reason, for the client to choose what to do. */
export const refuse = (
  code: 409 | 422,
  messageKey:
    | 'cardClosed'
    | 'cardCountry'
    | 'cardHolderBlocked'
    | 'cardHolderNeeded'
    | 'cardNotActive'
    | 'cardNotOpened'
    | 'cardNotYours'
    | 'cardNotReplaceable'
    | 'cardPinUnavailable'
    | 'cardReplacementDiffers'
    | 'cardShippingNeeded'
    | 'cardTooManyMerchants'
    | 'cardType'
    | 'cardUnavailable'
    | 'disputeEvidence'
    | 'disputeExists'
    | 'unknownToken'
    | 'withdrawalBalance',
): ApiError => new ApiError(code, messageKey, { reason: messageKey });

/** Returns the configured issuer. @throws ApiError 422 without one. */
export function availableIssuer(): Issuer {
  const issuer = configuredIssuer();
  if (!issuer) throw refuse(422, 'cardUnavailable');
  return issuer;
}

const FAILURES = { refused: 'cardIssuerRefused', unknown: 'cardIssuerUnreachable' } as const;
type Failures = typeof FAILURES | { refused: 'cardPinRefused'; unknown: 'cardPinUnknown' };

/**
 * Sends a request to the issuer.
 * @throws ApiError 422 if the issuer refuses it, or 503 if its outcome is unknown: the same call can be made again.
 */
export async function callIssuer<Result>(
  call: Promise<Result>,
  { refused, unknown }: Failures = FAILURES,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof IssuerRequestError)) throw error;
    if (error.isRefused) throw new ApiError(422, refused, { reason: refused }, { cause: error });
    throw new ApiError(503, unknown, null, { cause: error });
  }
}
