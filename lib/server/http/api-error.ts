import type { ApiMessageKey } from './language';

/** Error codes of the API envelope. 1007 is a revoked session, and the rest are HTTP statuses. */
export const API_CODES = [
  400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425, 429, 500, 502, 503, 1007,
] as const;
export type ApiCode = (typeof API_CODES)[number];

/** An error to return to the caller, with its envelope code, message key, and data. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly code: ApiCode,
    readonly messageKey: ApiMessageKey,
    readonly data: Record<string, unknown> | null = null,
    options?: ErrorOptions,
  ) {
    super(messageKey, options);
  }
}

/** Returns an error's label for logs and metrics: its reason or message key, so that there are only a few labels. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'error';
  const reason = error.data?.reason;
  return typeof reason === 'string' ? reason : error.messageKey;
}
