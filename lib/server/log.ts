import 'server-only';
import { pino } from 'pino';
import { serverEnv } from '@/lib/env';

const SECRETS = ['authorization', 'cookie', 'token', 'signature'];

function createLogger() {
  return pino({
    level: serverEnv().LOG_LEVEL,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), remove: true },
  });
}

/**
 * What the log may know of an error. Drizzle's messages carry the query's parameters, viem's the node's address and what
 * was asked: of those only the cause's message and the short message are kept.
 */
export function describeError(error: unknown): {
  name: string;
  message: string;
  stack?: string;
  code?: string;
} {
  if (!(error instanceof Error)) return { name: 'unknown', message: 'something was thrown that is no Error' };
  const inner = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in inner && typeof inner.code === 'string' ? { code: inner.code } : {};
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const message = 'shortMessage' in inner ? String(inner.shortMessage) : inner.message;
  return { name: inner.name, message, ...code, ...(frames ? { stack: frames } : {}) };
}

let logger: ReturnType<typeof createLogger> | undefined;
const get = () => {
  logger ??= createLogger();
  return logger;
};

type Entry = Record<string, unknown>;

/** Structured log on standard output. Made at the first entry, so that a build needs no settings. */
export const log = {
  info: (entry: Entry, text: string) => get().info(entry, text),
  warn: (entry: Entry, text: string) => get().warn(entry, text),
  error: (entry: Entry, text: string) => get().error(entry, text),
};
