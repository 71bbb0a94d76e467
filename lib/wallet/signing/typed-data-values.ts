import { type Address, getAddress, type Hex, isAddress } from 'viem';
import { isRecord } from '@/lib/is-record';
import { elementOf, isAtom, TypedDataError, type TypedStructs } from './typed-data-types';

/** An unpaired UTF-16 surrogate. UTF-8 can't encode it, so a different text would be signed. */
const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const isWellFormed = (text: string): boolean => !HALF.test(text);

export type TypedValue = string | bigint | boolean | readonly TypedValue[] | { [name: string]: TypedValue };

const DEPTH = 12;
const VALUES = 4_096;

/** Number of values read so far, checked against a limit. */
type Count = { values: number };

const wrong = (path: string) => new TypedDataError('wrongValue', path);

/** Parses an address that is in a single case or has a valid EIP-55 checksum. Returns null for anything else. */
export function plainAddress(value: unknown): Address | null {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) return null;
  const digits = value.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || getAddress(value) === value ? getAddress(value) : null;
}

/** Parses an integer without loss of precision, from a safe JSON number or a decimal or hexadecimal string. */
function readInteger(value: unknown, type: string, path: string): bigint {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
  const isText = typeof value === 'string' && /^(?:0x[0-9a-f]{1,80}|-?\d{1,80})$/i.test(value);
  if (!isNumber && !isText) throw wrong(path);
  const read = BigInt(value);
  const bits = BigInt(type.replace(/\D/g, ''));
  const [least, most] = type.startsWith('u')
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  if (read < least || read > most) throw wrong(path);
  return read;
}

function readBytes(value: unknown, type: string, path: string): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) throw wrong(path);
  const size = type.slice('bytes'.length);
  if (size !== '' && value.length !== 2 + 2 * Number(size)) throw wrong(path);
  return value.toLowerCase() as Hex;
}

function readAtom(type: string, value: unknown, path: string): TypedValue {
  if (type === 'address') {
    const address = plainAddress(value);
    if (address === null) throw wrong(path);
    return address;
  }
  if (type === 'bool' || type === 'string') {
    if (type === 'bool' ? typeof value !== 'boolean' : typeof value !== 'string') throw wrong(path);
    if (typeof value === 'string' && !isWellFormed(value)) throw wrong(path);
    return value as string | boolean;
  }
  return type.startsWith('bytes') ? readBytes(value, type, path) : readInteger(value, type, path);
}

function readValue(
  structs: TypedStructs,
  type: string,
  value: unknown,
  at: { path: string; depth: number; count: Count },
): TypedValue {
  const { path, depth, count } = at;
  count.values += 1;
  if (count.values > VALUES) throw new TypedDataError('tooMany', path);
  if (depth > DEPTH) throw new TypedDataError('tooDeep', path);
  const element = elementOf(type);
  if (element) {
    if (!Array.isArray(value)) throw wrong(path);
    if (element.length !== null && value.length !== element.length) throw wrong(path);
    return value.map((item: unknown, index) =>
      readValue(structs, element.type, item, { path: `${path}[${index}]`, depth: depth + 1, count }),
    );
  }
  if (isAtom(type)) return readAtom(type, value, path);
  return readStruct(structs, type, value, { path, depth: depth + 1, count });
}

/**
 * Parses a struct according to its type.
 * @throws TypedDataError if a field is missing, invalid, or undeclared. Undeclared fields would not be signed.
 */
export function readStruct(
  structs: TypedStructs,
  type: string,
  value: unknown,
  at: { path: string; depth: number; count: Count },
): { [name: string]: TypedValue } {
  const { path, depth, count } = at;
  if (!isRecord(value)) throw wrong(path);
  const fields = structs.get(type) ?? [];
  const extra = Object.keys(value).find((key) => !fields.some(({ name }) => name === key));
  if (extra !== undefined) throw new TypedDataError('extraValue', `${path}.${extra.slice(0, 64)}`);
  return Object.fromEntries(
    fields.map((field) => {
      const inner = `${path}.${field.name}`;
      if (!Object.hasOwn(value, field.name)) throw new TypedDataError('missingValue', inner);
      return [field.name, readValue(structs, field.type, value[field.name], { path: inner, depth, count })];
    }),
  );
}
