import 'server-only';
import { ApiError } from '../http/api-error';
import { isError } from '../logging/describe-error';

/** SQLSTATEs (classes 08 and 57P: no connection, a server that stops or starts; 53300: too many) and the system's codes. */
const CODES =
  /^(08...|57P0[1-5]|53300|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors that pg throws without a code. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Cannot use a pool after calling end|Client has encountered a connection error)/;

function isOutage(error: Error): boolean {
  const codes = [error, ...('errors' in error && Array.isArray(error.errors) ? error.errors : [])].flatMap(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string'
        ? [one.code]
        : [],
  );
  return codes.some((code) => CODES.test(code)) || MESSAGES.test(error.message);
}

/**
 * The refusal for an error that means that the database does not answer or has no connection to spare: 503, to be tried
 * again. Null for any other error.
 */
export function databaseRefusal(error: unknown): ApiError | null {
  for (let at: unknown = error, depth = 0; isError(at) && depth < 6; at = at.cause, depth += 1)
    if (isOutage(at)) return new ApiError(503, 'databaseUnreachable', null, { cause: error });
  return null;
}
