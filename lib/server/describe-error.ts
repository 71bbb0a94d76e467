import 'server-only';
import { types } from 'node:util';
import { serverEnv } from '@/lib/settings/env';

/** Matches a URL. The scheme's length is limited, because a search through any text takes quadratic time otherwise. */
const ADDRESS = /[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>()]+/gi;
const BEARER = /\bBearer\s+\S+/gi;
/** Matches at least 65 bytes in hexadecimal, the length of a signature. Hashes and addresses are shorter. */
const LONG_HEX = /0x[\da-f]{130,}/gi;
/** Maximum length of logged text, in characters. */
const LONGEST = 4_000;
/** Number of characters of a text that are read to log it. */
const READ_CHARACTERS = 20_000;
/** Minimum number of characters that are dropped at the end of text that is cut before it's read. */
const TAIL_CHARACTERS = 1_000;
/** Minimum length of a secret to redact. Redacting shorter ones would hide ordinary words. */
const SHORTEST = 8;

/**
 * Removes everything from a URL except its scheme and host. RPC URLs have keys in their path or query, and database
 * URLs have a password.
 */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return `${address.slice(0, address.indexOf('://'))}://…`;
  const { protocol, host, pathname, search, hash } = new URL(address);
  return `${protocol}//${host}${pathname.length > 1 || search || hash ? '/…' : ''}`;
}

function readSecrets(): string[] {
  try {
    const {
      DATABASE_URL,
      PREVIEW_SECRET,
      METRICS_TOKEN,
      TURN_SECRET,
      PUSH_PRIVATE_KEY,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      CARD_ISSUER_KEY,
      CARD_DECISION_SECRETS = [],
      CARD_EVENT_SECRETS = [],
    } = serverEnv();
    const { password } = new URL(DATABASE_URL ?? 'postgresql://');
    const texts = [
      PREVIEW_SECRET,
      METRICS_TOKEN,
      TURN_SECRET,
      PUSH_PRIVATE_KEY,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      CARD_ISSUER_KEY,
      ...CARD_DECISION_SECRETS,
      ...CARD_EVENT_SECRETS,
      password,
      decodeURIComponent(password),
    ];
    return texts.flatMap((text) => (text !== undefined && text.length >= SHORTEST ? [text] : []));
  } catch {
    // If the settings are invalid, the error being logged is about them. It doesn't contain their values.
    return [];
  }
}

let known: readonly string[] | undefined;

/**
 * Removes secrets from text before it's logged: secret settings, keys in URLs, bearer tokens, and signatures. Cuts the
 * result to `longest` characters.
 */
export function scrub(text: string, longest = LONGEST): string {
  if (text.length < SHORTEST) return text;
  const read = text.slice(0, READ_CHARACTERS);
  // Searching for URLs takes the longest, and most logged texts have none.
  const local = read.includes('://') ? read.replace(ADDRESS, withoutSecrets) : read;
  const plain = local.replace(BEARER, 'Bearer …').replace(LONG_HEX, '0x…');
  known ??= readSecrets();
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, '…'), plain);
  // The text may be cut inside a secret, whose first half isn't recognized. It's at the end, so the end is dropped.
  const tail = read === text ? 0 : Math.max(TAIL_CHARACTERS, ...known.map(({ length }) => length));
  const kept = Math.min(longest, Math.max(clean.length - tail, 0));
  return kept < clean.length ? `${clean.slice(0, kept)}…` : clean;
}

type Cause = { name: string; message: string; code?: string };

/** The logged form of an error: its direct cause, or the error itself if it has none, followed by deeper causes. */
export type ErrorDescription = Cause & { stack?: string; causes?: Cause[] };

const MAX_DEPTH = 6;

/** Like `instanceof Error`, but also recognizes errors from another realm. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

function chainOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (let at: unknown = error; isError(at) && chain.length < MAX_DEPTH; at = at.cause) chain.push(at);
  return chain;
}

/**
 * Returns the part of an error's message that is safe to log. Messages may contain secrets: Drizzle includes the
 * query's parameters, viem includes the node's URL and the request, and JSON parsers include the parsed text.
 */
function messageOf(error: Error): string {
  if ('shortMessage' in error) return String(error.shortMessage);
  if ('query' in error && 'params' in error) return 'a query failed';
  if (error.name === 'SyntaxError' && error.message.includes('JSON')) return 'invalid JSON';
  if ('errors' in error && Array.isArray(error.errors) && error.message === '')
    return error.errors.filter(isError).map(messageOf).join('; ');
  return error.message;
}

function causeOf(error: Error): Cause {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.name, message: scrub(messageOf(error)), ...code };
}

/**
 * Returns the lines of an error's stack that name calls. A stack starts with the message, which can have megabytes and lines
 * like them: a query's parameters.
 */
function framesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  return stack
    ?.slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Describes an error for the log: name, sanitized message, code, stack, and causes. */
export function describeError(error: unknown): ErrorDescription {
  if (!isError(error)) return { name: 'unknown', message: 'a value that is not an Error was thrown' };
  const [, inner = error, ...causes] = chainOf(error);
  const stack = framesOf(error);
  return {
    ...causeOf(inner),
    ...(stack ? { stack } : {}),
    ...(causes.length > 0 ? { causes: causes.map(causeOf) } : {}),
  };
}
