import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';
import { serverEnv } from '@/lib/settings/env';
import { describeError, isError, scrub } from './describe-error';

type RequestContext = { requestId: string };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const CONTEXT_KEY = Symbol.for('tidewell.request');
const shared = globalThis as typeof globalThis & { [CONTEXT_KEY]?: AsyncLocalStorage<RequestContext> };
shared[CONTEXT_KEY] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[CONTEXT_KEY];

/** Calls `run` so that all log entries it writes carry the request ID. */
export const inRequest = <Result>(requestId: string, run: () => Result): Result =>
  storage.run({ requestId }, run);

/** Calls `run`, which starts something that outlives the current request, without its request ID. */
export const outsideRequest = <Result>(run: () => Result): Result => storage.exit(run);

/** Returns the current request's context, or an empty object outside of requests. */
const requestContext = (): Partial<RequestContext> => ({ ...storage.getStore() });

/** Names of fields that are removed from the log, in lowercase without dashes or underscores. */
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
 * Fields that hold errors, whose `message` is logged. Any other `message` is removed, because it's text that a wallet
 * signs.
 */
const ERRORS = new Set(['err', 'causes']);
const DEEPEST = 6;

/** Field names in the form of SECRETS. Most entries have the same few. */
const plainNames = new LRUCache<string, string>({ max: 1_000 });

function isSecret(name: string, isInError: boolean): boolean {
  let plain = plainNames.get(name);
  if (plain === undefined) {
    plain = name.toLowerCase().replaceAll(/[-_]/g, '');
    plainNames.set(name, plain);
  }
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

/** Sanitizes a log entry: removes secrets, converts bigints to strings, and describes errors. */
function cleanEntry(
  entry: Record<string, unknown>,
  { depth, isInError }: Position = { depth: 0, isInError: false },
): Record<string, unknown> {
  const kept: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(entry))
    if (!isSecret(name, isInError)) kept.push([name, clean(value, { depth, isInError: ERRORS.has(name) })]);
  return Object.fromEntries(kept);
}

export { describeError };

/** Maximum length of a request's path in the log, because any client can send a path of many kilobytes. */
const PATH_CHARACTERS = 300;

/** Returns a request's path in the form that is logged. */
export const loggedPath = (pathname: string): string => scrub(pathname, PATH_CHARACTERS);

type Entry = Record<string, unknown>;

/** Creates a logger that writes JSON lines to standard output or to `destination`. */
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
 * Log lines are written in batches, after `minLength` bytes or `periodicFlush` ms, because each write wakes the reader.
 * If nothing reads the log, new lines are dropped once `maxLength` bytes are buffered.
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
  // Flush immediately, because a crash may follow. Entries logged during a flush are left to the periodic flush.
  if (flushing) return;
  flushing = true;
  logger.flush(() => {
    flushing = false;
  });
}

/** Structured log on standard output. Created with the first entry, so that a build needs no settings. */
export const log = {
  /** Returns whether `info` writes anything, for callers whose entry takes long to make. */
  hasInfo: () => get().isLevelEnabled('info'),
  info: (entry: Entry, text: string) => get().info(entry, text),
  warn: (entry: Entry, text: string) => tell('warn', entry, text),
  error: (entry: Entry, text: string) => tell('error', entry, text),
};
