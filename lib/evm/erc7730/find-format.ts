import {
  type AbiFunction,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbiItem,
  size,
  slice,
  toFunctionSelector,
} from 'viem';
import type { DescriptorFile, DisplayFormat } from './descriptor-file';
import { checkUnshared } from './encoded-size';
import { hasEncodedType, type Struct } from './message-type';
import { ofArguments, ofMessage, type TypedValue } from './typed-value';

/** A format, the data that it is for, and the key that the descriptor has it under. */
export type Found = { format: DisplayFormat; key: string; data: TypedValue };

/** Parses a key of `display.formats`, a function signature with parameter names. @throws if it is malformed. */
export const functionOfKey = (key: string): AbiFunction =>
  parseAbiItem(`function ${key}` as 'function f()') as AbiFunction;

/** Longest calldata that is described, in hexadecimal digits (8 KiB). */
const MAX_DIGITS = 16 * 1024;

type Formats = DescriptorFile['display']['formats'];
type Known = { key: string; item: AbiFunction; format: DisplayFormat };
const knownFunctions = new WeakMap<Formats, ReadonlyMap<string, Known>>();

/** Returns a descriptor's functions by selector, which are parsed once, because a review asks for them many times. */
function functionsOf(formats: Formats): ReadonlyMap<string, Known> {
  const known = knownFunctions.get(formats);
  if (known) return known;
  const parsed = Object.entries(formats).map(([key, format]) => {
    const item = functionOfKey(key);
    return [toFunctionSelector(item), { key, item, format }] as const;
  });
  const functions = new Map(parsed);
  knownFunctions.set(formats, functions);
  return functions;
}

/** Finds the format of a call, and decodes its arguments. Returns null if there is none, or if they are malformed. */
export function formatOfCall({ display }: Pick<DescriptorFile, 'display'>, data: Hex): Found | null {
  if (data.length < 10 || data.length > MAX_DIGITS) return null;
  const known = functionsOf(display.formats).get(slice(data, 0, 4).toLowerCase());
  if (!known) return null;
  const { key, item, format } = known;
  try {
    checkUnshared(item.inputs, `0x${data.slice(10)}`);
    const { args = [] } = decodeFunctionData({ abi: [item], data }) as { args?: readonly unknown[] };
    // Other bytes for the same arguments, such as a number with more bits than its type, can mean something else to the contract.
    const canonical = encodeFunctionData({ abi: [item], args: args as [] });
    if (!data.toLowerCase().startsWith(canonical)) return null;
    const end = data.slice(canonical.length);
    if (end === '') return { format, key, data: ofArguments(item.inputs, args) };
    // No path can name these bytes, because a step has no brackets. So they are always listed as hidden.
    const rest = { name: `msg.data[${size(canonical)}:]`, type: 'bytes' };
    return { format, key, data: ofArguments([...item.inputs, rest], [...args, `0x${end}`]) };
  } catch {
    // The data is truncated, or it belongs to another function with the same selector.
    return null;
  }
}

/** Finds the format of an EIP-712 message, whose types must be those of the key. Returns null if there is none. */
export function formatOfMessage(
  { display }: Pick<DescriptorFile, 'display'>,
  message: { structs: ReadonlyMap<string, Struct>; primaryType: string; message: unknown },
): Found | null {
  const found = Object.entries(display.formats).find(([key]) => hasEncodedType(key, message));
  if (!found) return null;
  const [key, format] = found;
  return { format, key, data: ofMessage(message.structs, message.primaryType, message.message) };
}
