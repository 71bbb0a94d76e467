import type { Known } from './views';

/**
 * Returns a function that returns the latest name that each account chose for itself, by account in lowercase. The map
 * keeps its identity until a name changes.
 */
export function namesReader() {
  let before: ReadonlyMap<string, string> = new Map();
  return (conversations: Known['conversations']): ReadonlyMap<string, string> => {
    const latest = [...conversations.values()]
      .flatMap(({ chosenNames = {} }) => Object.entries(chosenNames))
      .toSorted(([, one], [, other]) => one.at - other.at)
      .map(([account, { name }]) => [account, name] as const);
    const next = new Map(latest);
    const isSame =
      next.size === before.size && [...next].every(([account, name]) => before.get(account) === name);
    if (!isSame) before = next;
    return before;
  };
}
