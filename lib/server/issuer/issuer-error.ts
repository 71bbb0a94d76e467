import 'server-only';

/** A webhook that wasn't signed by the issuer, or not recently. */
export class IssuerSignatureError extends Error {
  override name = 'IssuerSignatureError';
}

/** Data from the issuer that isn't what its API promises. */
export class IssuerDataError extends Error {
  override name = 'IssuerDataError';
}

/** A failed request to the issuer. The message contains no data of cards or users, and no key. */
export class IssuerRequestError extends Error {
  override name = 'IssuerRequestError';

  constructor(
    message: string,
    /**
     * Whether the issuer refused the request, so that it has no effect. Otherwise the outcome is unknown: repeat it, with
     * the same idempotency key if it has one.
     */
    readonly isRefused: boolean,
    /** The issuer's code, such as `resource_missing`. */
    readonly code: string | null,
  ) {
    super(message);
  }
}
