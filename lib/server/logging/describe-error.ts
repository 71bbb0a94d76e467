import 'server-only';
import { types } from 'node:util';
import { scrub } from './scrub';

type Cause = { name: string; message: string; code?: string };

/** What the log knows of an error: that of its cause where it has one, and below it what caused that. */
export type ErrorDescription = Cause & { stack?: string; causes?: Cause[] };

const DEEPEST = 6;

/** Also for errors of another realm, where `instanceof` fails. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

function chainOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (let at: unknown = error; isError(at) && chain.length < DEEPEST; at = at.cause) chain.push(at);
  return chain;
}

/**
 * Drizzle's messages carry the query's parameters, viem's the node's address and what was asked, those of a JSON parser
 * the text itself: of these only what is safe is kept.
 */
function messageOf(error: Error): string {
  if ('shortMessage' in error) return String(error.shortMessage);
  if ('query' in error && 'params' in error) return 'a query failed';
  if (error.name === 'SyntaxError' && error.message.includes('JSON')) return 'what was to be JSON is not';
  if ('errors' in error && Array.isArray(error.errors) && error.message === '')
    return error.errors.filter(isError).map(messageOf).join('; ');
  return error.message;
}

function causeOf(error: Error): Cause {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.name, message: scrub(messageOf(error)), ...code };
}

const framesOf = (error: Error) =>
  error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** What the log may know of an error: names, safe messages, codes and where it was thrown. */
export function describeError(error: unknown): ErrorDescription {
  if (!isError(error)) return { name: 'unknown', message: 'something was thrown that is no Error' };
  const [, inner = error, ...causes] = chainOf(error);
  const stack = framesOf(error);
  return {
    ...causeOf(inner),
    ...(stack ? { stack } : {}),
    ...(causes.length > 0 ? { causes: causes.map(causeOf) } : {}),
  };
}
