import { type AbiParameter, type Hex, hexToBigInt, size, slice } from 'viem';

/** Bytes of an ABI word. */
const WORD = 32;

/** Returns the element type of an array, and its length, which is null if the data has it. Returns null for other types. */
function arrayOf(parameter: AbiParameter): { element: AbiParameter; length: number | null } | null {
  const [, type, length] = /^(.+)\[(\d*)\]$/.exec(parameter.type) ?? [];
  if (type === undefined) return null;
  return { element: { ...parameter, type }, length: length ? Number(length) : null };
}

const componentsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : [];

function isDynamic(parameter: AbiParameter): boolean {
  const array = arrayOf(parameter);
  if (array) return array.length === null || isDynamic(array.element);
  return ['bytes', 'string'].includes(parameter.type) || componentsOf(parameter).some(isDynamic);
}

function staticSize(parameter: AbiParameter): number {
  const array = arrayOf(parameter);
  if (array) return (array.length ?? 0) * staticSize(array.element);
  if (!parameter.type.startsWith('tuple')) return WORD;
  return componentsOf(parameter).reduce((sum, one) => sum + staticSize(one), 0);
}

/**
 * Checks that encoded arguments share no bytes: together they are no longer than the data. Otherwise, a few KiB could decode to many
 * megabytes. @throws RangeError if they do, or if the data is truncated.
 */
export function checkUnshared(parameters: readonly AbiParameter[], data: Hex): void {
  let left = size(data);
  const spend = (bytes: number) => {
    left -= bytes;
    if (!(left >= 0)) throw new RangeError('Arguments share bytes.');
  };
  const word = (at: number) => Number(hexToBigInt(slice(data, at, at + WORD, { strict: true })));
  const list = (element: AbiParameter, length: number, at: number) => {
    // Before the list is made. Only elements without a size could be more.
    if (length * WORD > left) throw new RangeError('The list is longer than the data.');
    all(Array<AbiParameter>(length).fill(element), at);
  };
  const all = (given: readonly AbiParameter[], start: number) => {
    let at = start;
    for (const one of given) {
      const bytes = isDynamic(one) ? WORD : staticSize(one);
      spend(bytes);
      if (isDynamic(one)) tail(one, start + word(at));
      at += bytes;
    }
  };
  const tail = (one: AbiParameter, at: number) => {
    const array = arrayOf(one);
    if (array?.length === null) {
      spend(WORD);
      list(array.element, word(at), at + WORD);
    } else if (array) list(array.element, array.length, at);
    else if (one.type.startsWith('tuple')) all(componentsOf(one), at);
    else spend(WORD + Math.ceil(word(at) / WORD) * WORD);
  };
  all(parameters, 0);
}
