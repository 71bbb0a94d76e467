import { type AbiParameter, type Address, getAddress, type Hex, isHex, numberToHex, size, slice } from 'viem';
import type { Struct } from './message-type';

/**
 * A value of structured data with its type. A path can take parts of it (ERC-7730, "Path references"). Atoms have Solidity
 * types, or `constant` if they come from the descriptor.
 */
export type TypedValue =
  | { kind: 'atom'; type: string; value: unknown }
  | { kind: 'list'; items: readonly TypedValue[] }
  | { kind: 'struct'; fields: ReadonlyMap<string, TypedValue> };

export const atom = (type: string, value: unknown): TypedValue => ({ kind: 'atom', type, value });

/** Splits an array type into its element type, or returns null for other types. */
const elementType = (type: string): string | null => /^(.+)\[\d*\]$/.exec(type)?.[1] ?? null;

/** Returns a decoded argument with its types. viem decodes a tuple to an array if one of its components has no name. */
export function ofArgument(parameter: AbiParameter, value: unknown): TypedValue {
  const { type } = parameter;
  const element = elementType(type);
  if (element !== null && Array.isArray(value))
    return { kind: 'list', items: value.map((item) => ofArgument({ ...parameter, type: element }, item)) };
  if ('components' in parameter) {
    const parts = value as Readonly<Record<string, unknown>> & readonly unknown[];
    const fields = parameter.components.map((component, index) => {
      const { name = '' } = component;
      return [name, ofArgument(component, Array.isArray(value) ? parts[index] : parts[name])] as const;
    });
    return { kind: 'struct', fields: new Map(fields) };
  }
  return atom(type, value);
}

/** Returns the decoded arguments of a call as a struct. */
export const ofArguments = (inputs: readonly AbiParameter[], args: readonly unknown[]): TypedValue => ({
  kind: 'struct',
  fields: new Map(inputs.map((input, index) => [input.name ?? '', ofArgument(input, args[index])])),
});

/** Returns a value of an EIP-712 message with its types. */
export function ofMessage(structs: ReadonlyMap<string, Struct>, type: string, value: unknown): TypedValue {
  const element = elementType(type);
  if (element !== null && Array.isArray(value))
    return { kind: 'list', items: value.map((item) => ofMessage(structs, element, item)) };
  const struct = structs.get(type);
  if (!struct) return atom(type, value);
  const parts = value as Readonly<Record<string, unknown>>;
  return {
    kind: 'struct',
    fields: new Map(struct.map(({ name, type: part }) => [name, ofMessage(structs, part, parts[name])])),
  };
}

/** Number of bytes of an ABI word, in which integers are right-aligned. */
const WORD = 32;

/** Returns a value's bytes, of which a path can take a slice. Integers have 32. Returns null for lists and structs. */
export function bytesOf(typed: TypedValue): Hex | null {
  if (typed.kind !== 'atom') return null;
  const { value } = typed;
  if (typeof value === 'bigint' || typeof value === 'number') {
    const number = integerOf(typed);
    // A constant of a descriptor can have any size.
    if (number === null || number < -(1n << 255n) || number >> 256n > 0n) return null;
    return numberToHex(number, { size: WORD, signed: number < 0n });
  }
  return typeof value === 'string' && isHex(value) && value.length % 2 === 0 ? value : null;
}

/** Returns a value as an integer, or null. Bytes are taken as an unsigned one (big-endian). */
export function integerOf(typed: TypedValue): bigint | null {
  if (typed.kind !== 'atom') return null;
  const { type, value } = typed;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  if (typeof value !== 'string' || type === 'address') return null;
  const isNumber = type.startsWith('bytes')
    ? isHex(value) && size(value) <= WORD
    : /^(0x[\da-f]+|\d+)$/i.test(value);
  return isNumber && value !== '0x' && type !== 'string' ? BigInt(value) : null;
}

/** Number of bytes of an address. */
const ADDRESS_BYTES = 20;

/**
 * Returns a value as an address, or null. Bytes must have the size of an address, and an integer must not be larger:
 * contracts keep flags in the others, so a path has to take the slice itself.
 */
export function addressOf(typed: TypedValue): Address | null {
  const bytes = bytesOf(typed);
  if (bytes === null || typed.kind !== 'atom') return null;
  if (size(bytes) === ADDRESS_BYTES) return getAddress(bytes.toLowerCase() as Hex);
  const isInteger = typed.type.startsWith('uint') && size(bytes) === WORD;
  return isInteger && BigInt(bytes) < 1n << 160n ? getAddress(slice(bytes, -ADDRESS_BYTES)) : null;
}

/** Returns whether two values are the same, as a descriptor writes them: numbers in any notation, hex in any case. */
export function isSame(typed: TypedValue, constant: string | number | boolean | null): boolean {
  if (typed.kind !== 'atom') return false;
  const { value } = typed;
  if (typeof value === 'boolean') return value === constant || String(value) === constant;
  const [one, other] = [integerOf(typed), integerOf(atom('constant', constant))];
  if (one !== null && other !== null) return one === other;
  return typeof value === 'string' && typeof constant === 'string'
    ? typed.type === 'string'
      ? value === constant
      : value.toLowerCase() === constant.toLowerCase()
    : value === constant;
}
