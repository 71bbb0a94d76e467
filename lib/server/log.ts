import 'server-only';
import { type DestinationStream, pino } from 'pino';
import { serverEnv } from '@/lib/env';
import { cleanEntry } from './logging/clean-entry';
import { describeError } from './logging/describe-error';
import { requestContext } from './logging/request-context';

export { describeError };

/** The log of an instance: JSON lines on standard output, or on `destination`. */
export const createLogger = (destination?: DestinationStream) =>
  pino(
    {
      level: serverEnv().LOG_LEVEL,
      mixin: requestContext,
      formatters: { log: (entry) => cleanEntry(entry) },
    },
    destination,
  );

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
