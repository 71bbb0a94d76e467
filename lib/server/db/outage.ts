import 'server-only';
import { isError } from '../describe-error';
import { ApiError } from '../http/api-error';

/**
 * System error codes and SQLSTATE codes of an outage: 08 and 57P0 (no connection, or the server is stopping or
 * starting), 53 (no disk space, memory, or connections left), 25006 (read-only), 55P03 (lock timeout), and 57014
 * (statement timeout).
 */
const CODES =
  /^(08...|57P0[1-5]|53...|25006|55P03|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of outage errors that pg throws without a code. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Cannot use a pool after calling end|Client has encountered a connection error)/;
/** SQLSTATE code of a write for which the disk has no space. */
const DISK_FULL = '53100';
/** How long such a write counts, because reads keep succeeding. */
const FULL_FOR_MS = 60_000;

const codesOf = (error: Error): string[] =>
  [error, ...('errors' in error && Array.isArray(error.errors) ? error.errors : [])].flatMap(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string'
        ? [one.code]
        : [],
  );

const isOutage = (error: Error): boolean =>
  codesOf(error).some((code) => CODES.test(code)) || MESSAGES.test(error.message);

/** Returns an error and its causes. */
function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let at: unknown = error; isError(at) && errors.length < 6; at = at.cause) errors.push(at);
  return errors;
}

/**
 * Returns an ApiError 503 if the error means that the database is unreachable, read-only, or out of space or connections,
 * or null for any other error.
 */
export const databaseRefusal = (error: unknown): ApiError | null =>
  chainOf(error).some(isOutage) ? new ApiError(503, 'databaseUnreachable', null, { cause: error }) : null;

/** SQLSTATE codes of a statement that waited too long for a lock, or took too long. */
const TIMEOUTS = /^(55P03|57014)$/;

/** Returns whether PostgreSQL has ended a statement because of its time limits, which can be due to what it does. */
export const hasTimedOut = (error: unknown): boolean =>
  chainOf(error)
    .flatMap(codesOf)
    .some((code) => TIMEOUTS.test(code));

/** Stored on globalThis, because Next may load this module more than once. */
const key = Symbol.for('tidewell.database-full-at');
const registry = globalThis as typeof globalThis & { [key]?: number };

/** Records an error of a call if it means that the database's disk is full. */
export function noteFullDisk(error: unknown): void {
  if (chainOf(error).flatMap(codesOf).includes(DISK_FULL)) registry[key] = performance.now();
}

/** Returns whether a call has failed in the last minute because the database's disk is full. */
export const isDatabaseFull = (): boolean =>
  registry[key] !== undefined && performance.now() - registry[key] < FULL_FOR_MS;
