import type { Address } from 'viem';

/** A pair of Uniswap V2 with its two tokens, in the pair's own order. */
export type SwapPair = { address: Address; tokens: readonly [Address, Address] };

/** Pools that a route may take, and routes that are asked for their price; the shortest first. */
const MOST_POOLS = 3;
const MOST_PATHS = 24;
/** Listed tokens that a route may lead through: of a longer list the first ones, which the operator put there. */
const MOST_HUBS = 100;

/**
 * Pairs of tokens between which a pool is worth looking for: all that have what is sold, what is bought or the wrapped
 * coin on a side, so that their number grows with the list of tokens and not with its square, up to MOST_HUBS.
 */
export function legsFor(
  tokens: readonly Address[],
  ends: readonly Address[],
): (readonly [Address, Address])[] {
  const all = [...new Set([...ends, ...tokens.slice(0, MOST_HUBS)])];
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => ends.includes(one) || ends.includes(other))
      .map((other) =>
        one.toLowerCase() < other.toLowerCase() ? ([one, other] as const) : ([other, one] as const),
      ),
  );
}

/** The pair between two tokens. */
export const pairOf = (pairs: readonly SwapPair[], one: Address, other: Address): SwapPair | undefined =>
  pairs.find(({ tokens }) => tokens.includes(one) && tokens.includes(other));

/** The ways from one token to another through pools that exist, none twice through the same token; the shortest first. */
export function pathsBetween(pairs: readonly SwapPair[], from: Address, to: Address): Address[][] {
  const found: Address[][] = [];
  let open: Address[][] = [[from]];
  for (let pools = 1; pools <= MOST_POOLS; pools++) {
    const longer = open.flatMap((path) => {
      const last = path[path.length - 1];
      return pairs.flatMap(({ tokens: [one, other] }) => {
        const next = last === one ? other : last === other ? one : undefined;
        return next !== undefined && !path.includes(next) ? [[...path, next]] : [];
      });
    });
    found.push(...longer.filter((path) => path[path.length - 1] === to));
    open = longer.filter((path) => path[path.length - 1] !== to);
  }
  return found.slice(0, MOST_PATHS);
}
