/** The fields of an EIP-712 struct. */
export type Struct = readonly { name: string; type: string }[];

const STRUCT = /^\s*([A-Za-z_$][\w$]*)\s*\(([^()]*)\)/;

/**
 * Parses the result of `encodeType` (EIP-712): the primary type, then the structs that it refers to. Returns null if it is
 * malformed.
 */
export function parseEncodedType(
  text: string,
): { primaryType: string; structs: ReadonlyMap<string, Struct> } | null {
  const structs = new Map<string, Struct>();
  let primaryType: string | null = null;
  let rest = text;
  while (rest.trim() !== '') {
    const [whole = '', name = '', list = ''] = STRUCT.exec(rest) ?? [];
    if (whole === '' || structs.has(name)) return null;
    const fields = list.trim() === '' ? [] : list.split(',').map((part) => part.trim().split(/\s+/));
    if (fields.some(({ length }) => length !== 2)) return null;
    structs.set(
      name,
      fields.map(([type = '', field = '']) => ({ type, name: field })),
    );
    primaryType ??= name;
    rest = rest.slice(whole.length);
  }
  return primaryType === null ? null : { primaryType, structs };
}

const baseOf = (type: string) => type.replace(/(\[\d*\])+$/, '');

/** Returns the structs that a type refers to, itself included. */
function reachable(
  structs: ReadonlyMap<string, Struct>,
  type: string,
  seen = new Set<string>(),
): Set<string> {
  const base = baseOf(type);
  const struct = structs.get(base);
  if (!struct || seen.has(base)) return seen;
  seen.add(base);
  for (const field of struct) reachable(structs, field.type, seen);
  return seen;
}

/** Returns whether a message has exactly the types of an encoded type: the same structs, with the same fields in order. */
export function hasEncodedType(
  encoded: string,
  { structs, primaryType }: { structs: ReadonlyMap<string, Struct>; primaryType: string },
): boolean {
  const parsed = parseEncodedType(encoded);
  if (parsed?.primaryType !== primaryType) return false;
  const names = reachable(structs, primaryType);
  const textOf = (struct: Struct | undefined) => struct?.map(({ type, name }) => `${type} ${name}`).join();
  return (
    names.size === parsed.structs.size &&
    [...names].every((name) => textOf(structs.get(name)) === textOf(parsed.structs.get(name)))
  );
}
