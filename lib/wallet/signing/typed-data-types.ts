import { bytesRegex, integerRegex } from 'viem/utils';
import { isRecord } from '@/lib/is-record';

/** Reasons for rejecting typed data, in the order in which they are checked. */
export type TypedDataProblem =
  | 'tooLarge'
  | 'notJson'
  | 'shape'
  | 'typeName'
  | 'dollarName'
  | 'typeFields'
  | 'unknownType'
  | 'primaryType'
  | 'domainType'
  | 'domainValue'
  | 'chainId'
  | 'missingValue'
  | 'extraValue'
  | 'wrongValue'
  | 'tooDeep'
  | 'tooMany';

const messageOf = (problem: TypedDataProblem, path: string): string => {
  // The only problem of data that follows the standard, so its author can't guess it.
  if (problem === 'dollarName')
    return `the struct name "${path}" contains "$", and wallets hash such names in ways that differ from EIP-712`;
  return path === '' ? problem : `${problem}: ${path}`;
};

/** Error with the problem and its path in the typed data. The message is for the developers of the page that asked. */
export class TypedDataError extends Error {
  override name = 'TypedDataError';
  constructor(
    readonly problem: TypedDataProblem,
    readonly path = '',
  ) {
    super(messageOf(problem, path));
  }
}

export type TypedField = { name: string; type: string };
export type TypedStructs = ReadonlyMap<string, readonly TypedField[]>;

const IDENTIFIER = /^[A-Za-z_$][\w$]{0,63}$/;
const NAMED_ATOM = /^(?:address|bool|string)$/;
/** Names that a struct must not have: Solidity type names, names that look like them, and `__proto__`. */
const RESERVED = /^(?:address|bool|string|bytes\d*|u?int\d*|u?fixed.*|function|__proto__)$/;
const ARRAY = /^(.+)\[(0|[1-9]\d{0,3})?\]$/;
const STRUCTS = 64;
const FIELDS = 64;

/** Returns whether a type is a basic EIP-712 type. `int` and `uint` must have a width. */
export const isAtom = (type: string): boolean =>
  NAMED_ATOM.test(type) || bytesRegex.test(type) || (integerRegex.test(type) && !type.endsWith('int'));

/** Returns the element type and length of an array type, or null if it isn't an array type. */
export function elementOf(type: string): { type: string; length: number | null } | null {
  const match = ARRAY.exec(type);
  if (!match?.[1]) return null;
  return { type: match[1], length: match[2] === undefined ? null : Number(match[2]) };
}

/** Returns the type of an array's elements, at any depth, or the type itself. */
export function baseOf(type: string): string {
  let base = type;
  for (let next = elementOf(base); next; next = elementOf(base)) base = next.type;
  return base;
}

function readField(value: unknown, path: string): TypedField {
  if (!isRecord(value)) throw new TypedDataError('typeFields', path);
  const { name, type } = value;
  if (typeof name !== 'string' || typeof type !== 'string' || !IDENTIFIER.test(name) || name === '__proto__')
    throw new TypedDataError('typeFields', path);
  if (type.length > 128) throw new TypedDataError('unknownType', path);
  return { name, type };
}

/**
 * Parses the struct types of typed data (EIP-712).
 * @throws TypedDataError if a name is invalid, a field is repeated, a type is undefined, or there are too many.
 */
export function readTypes(value: unknown): TypedStructs {
  if (!isRecord(value)) throw new TypedDataError('shape', 'types');
  const names = Object.keys(value);
  if (names.length > STRUCTS) throw new TypedDataError('tooMany', 'types');
  const structs = new Map<string, readonly TypedField[]>();
  for (const name of names) {
    const fields: unknown = value[name];
    if (!IDENTIFIER.test(name) || RESERVED.test(name))
      throw new TypedDataError('typeName', name.slice(0, 64));
    // viem and other libraries cut the name at the "$" when they collect referenced structs, so they sign another type.
    if (name.includes('$')) throw new TypedDataError('dollarName', name);
    if (!Array.isArray(fields)) throw new TypedDataError('typeFields', name);
    if (fields.length > FIELDS) throw new TypedDataError('tooMany', name);
    const read = fields.map((field: unknown) => readField(field, name));
    if (new Set(read.map((field) => field.name)).size !== read.length)
      throw new TypedDataError('typeFields', name);
    structs.set(name, read);
  }
  for (const [name, fields] of structs)
    for (const { name: field, type } of fields) {
      const base = baseOf(type);
      if (!isAtom(base) && !structs.has(base)) throw new TypedDataError('unknownType', `${name}.${field}`);
    }
  return structs;
}
