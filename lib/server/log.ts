import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import { serverEnv } from '@/lib/settings/env';
import { describeError, isError, scrub } from './describe-error';

type RequestContext = { requestId: string };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const CONTEXT_KEY = Symbol.for('tidewell.request');
const shared = globalThis as typeof globalThis & { [CONTEXT_KEY]?: AsyncLocalStorage<RequestContext> };
shared[CONTEXT_KEY] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[CONTEXT_KEY];

/** Runs a request so that all its log entries carry its ID. */
export const inRequest = <Result>(requestId: string, run: () => Result): Result =>
  storage.run({ requestId }, run);

/** Returns the current request's context; empty outside of requests. */
const requestContext = (): Partial<RequestContext> => ({ ...storage.getStore() });

/** Redacted field names, lower case without dashes. */
const SECRETS = new Set([
  'authorization',
  'body',
  'cookie',
  'databaseurl',
  'nonce',
  'password',
  'secret',
  'setcookie',
  'signature',
  'token',
]);
/**
 * Fields that hold described errors: their `message` is kept. Elsewhere it is the text that a wallet signs.
 */
const ERRORS = new Set(['err', 'causes']);
const DEEPEST = 6;

function isSecret(name: string, isInError: boolean): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '');
  return SECRETS.has(plain) || (plain === 'message' && !isInError);
}

type Position = { depth: number; isInError: boolean };

function clean(value: unknown, place: Position): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isError(value)) return describeError(value);
  if (value instanceof Date) return value.toISOString();
  if (place.depth === DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => clean(item, { ...place, depth: place.depth + 1 }));
  return cleanEntry({ ...value }, { ...place, depth: place.depth + 1 });
}

/** Sanitizes a log entry: redacts secrets, writes bigints as text and describes errors. */
function cleanEntry(
  entry: Record<string, unknown>,
  { depth, isInError }: Position = { depth: 0, isInError: false },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([name]) => !isSecret(name, isInError))
      .map(([name, value]) => [name, clean(value, { depth, isInError: ERRORS.has(name) })]),
  );
}

export { describeError };

type Entry = Record<string, unknown>;

/** Creates a log that writes JSON lines to standard output or `destination`. */
export const createLogger = (destination?: DestinationStream) =>
  pino(
    {
      level: serverEnv().LOG_LEVEL,
      mixin: requestContext,
      formatters: { log: (entry) => cleanEntry(entry) },
    },
    destination,
  );

/**
 * Lines are written in batches of so many bytes, or after so long (ms), because each write wakes the reader;
 * if nobody reads, the oldest bytes are kept up to a bound.
 */
const TOGETHER = { minLength: 4_096, periodicFlush: 200, maxLength: 16_777_216 };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.log');
const registry = globalThis as typeof globalThis & { [key]?: Logger };

function get(): Logger {
  if (registry[key]) return registry[key];
  const destination = pino.destination({ ...TOGETHER, sync: false });
  process.once('exit', () => destination.flushSync());
  registry[key] = createLogger(destination);
  return registry[key];
}

let flushing = false;

function tell(level: 'warn' | 'error', entry: Entry, text: string): void {
  const logger = get();
  logger[level](entry, text);
  // Flushed at once, because a crash may follow. During a flush,
  // further entries are left to the periodic one.
  if (flushing) return;
  flushing = true;
  logger.flush(() => {
    flushing = false;
  });
}

/** Structured log on standard output, created at the first entry so that a build needs no settings. */
export const log = {
  info: (entry: Entry, text: string) => get().info(entry, text),
  warn: (entry: Entry, text: string) => tell('warn', entry, text),
  error: (entry: Entry, text: string) => tell('error', entry, text),
};
