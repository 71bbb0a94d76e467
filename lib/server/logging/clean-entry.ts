import 'server-only';
import { describeError, isError } from './describe-error';
import { scrub } from './scrub';

/** Names, without case and dashes, of what is left out wherever it stands. */
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
/** What holds described errors: their `message` stays. Elsewhere it is the text that a wallet signs. */
const ERRORS = new Set(['err', 'causes']);
const DEEPEST = 6;

function isSecret(name: string, isInError: boolean): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '');
  return SECRETS.has(plain) || (plain === 'message' && !isInError);
}

type Place = { depth: number; isInError: boolean };

function clean(value: unknown, place: Place): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isError(value)) return describeError(value);
  if (value instanceof Date) return value.toISOString();
  if (place.depth === DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => clean(item, { ...place, depth: place.depth + 1 }));
  return cleanEntry({ ...value }, { ...place, depth: place.depth + 1 });
}

/** What a log entry may hold: nothing secret by name or content, whole numbers of any size as text, errors described. */
export function cleanEntry(
  entry: Record<string, unknown>,
  { depth, isInError }: Place = { depth: 0, isInError: false },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([name]) => !isSecret(name, isInError))
      .map(([name, value]) => [name, clean(value, { depth, isInError: ERRORS.has(name) })]),
  );
}
