const names = new Map<string, number>();
const known = new WeakMap<object, number>();

/**
 * A short name for a list of addresses, the same for the same ones in the same order while the page is open: keys of
 * queries are written out at every render, and thousands of addresses are a long text.
 */
export function listName(addresses: readonly string[] | ReadonlyMap<string, unknown>): number {
  const given = known.get(addresses);
  if (given !== undefined) return given;
  const text = [...(addresses instanceof Map ? addresses.keys() : addresses)].join();
  const name = names.get(text) ?? names.size;
  names.set(text, name);
  known.set(addresses, name);
  return name;
}
