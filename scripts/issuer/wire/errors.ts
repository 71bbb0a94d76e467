interface ErrorBody {
  type: 'api_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

/** An error that the API answers as Stripe does: a status and `{ error }`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Whether the request wasn't executed, so that its idempotency key stays unused. */
    readonly isBeforeExecution = false,
  ) {
    super(body.message);
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

const badParameter = (message: string, param: string, code?: string) =>
  new ApiError(
    400,
    { type: 'invalid_request_error', message, param, ...(code ? { code, doc_url: docUrl(code) } : {}) },
    true,
  );

export const missingParameter = (param: string) =>
  badParameter(`Missing required param: ${param}.`, param, 'parameter_missing');

export const unknownParameter = (param: string) =>
  badParameter(`Received unknown parameter: ${param}`, param, 'parameter_unknown');

export const invalidParameter = (param: string, message: string, code?: string) =>
  badParameter(message, param, code);

/** An object in the wrong state for a request, such as a capture of a reversed authorization. */
export const refused = (message: string, code?: string) =>
  new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code, doc_url: docUrl(code) } : {}),
  });

/** `kind` is Stripe's name for the object, such as "issuing card". */
export const noSuchObject = (kind: string, id: string, param: string) =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id}'`,
    code: 'resource_missing',
    param,
    doc_url: docUrl('resource_missing'),
  });

export const unauthorized = (message: string) =>
  new ApiError(401, { type: 'invalid_request_error', message }, true);

export const unknownUrl = (method: string, path: string) =>
  new ApiError(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    true,
  );

export const serverError = (isBeforeExecution = true) =>
  new ApiError(
    500,
    { type: 'api_error', message: 'An error occurred internally. The local issuer was asked to fail.' },
    isBeforeExecution,
  );
