import 'server-only';
import { isError } from '../describe-error';
import { ApiError } from '../http/api-error';

/**
 * System error codes and SQLSTATE codes of an outage: 08 and 57P0 (no connection, or the server is stopping or
 * starting), 53 (no disk space, memory, or connections left), 55P03 (lock timeout), and 57014 (statement timeout).
 */
const CODES =
  /^(08...|57P0[1-5]|53...|55P03|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of outage errors that pg throws without a code. */
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
 * Returns an ApiError 503 if the error means that the database is unreachable or out of connections, or null for any
 * other error.
 */
export function databaseRefusal(error: unknown): ApiError | null {
  for (let at: unknown = error, depth = 0; isError(at) && depth < 6; at = at.cause, depth += 1)
    if (isOutage(at)) return new ApiError(503, 'databaseUnreachable', null, { cause: error });
  return null;
}
