import 'server-only';
import { multiply, ONE } from '../fixed-point';
import type { CrossRate, PegValues } from '../peg';
import type { DexToken } from './dex-chains';
import { agreedPrice, type PoolPrice } from './pool-price';
import type { Pool } from './pools';

/** A pool with an accepted rate (whole units of token 1 per whole unit of token 0) and its reserves (base units). */
export type TrustedPool = { chainId: number; pool: Pool; rate: bigint; reserve0: bigint; reserve1: bigint };

/** A pool from the perspective of one of its tokens. `price` is in whole units of the other token. */
type Side = { chainId: number; token: DexToken; other: DexToken; price: bigint; otherReserve: bigint };

const inverse = (rate: bigint) => (rate > 0n ? (ONE * ONE) / rate : 0n);

const bothSides = ({ chainId, pool, rate, reserve0, reserve1 }: TrustedPool): Side[] => [
  { chainId, token: pool.token0, other: pool.token1, price: rate, otherReserve: reserve1 },
  { chainId, token: pool.token1, other: pool.token0, price: inverse(rate), otherReserve: reserve0 },
];

/** Returns the value of the other token's reserve at `otherPrice`, in US dollars (fixed point). */
const depth = ({ other, otherReserve }: Side, otherPrice: bigint) =>
  (otherReserve * otherPrice) / 10n ** BigInt(other.decimals);

/** Returns the prices of pegged coins relative to each other, from pools with at least `minLiquidity`. */
export function crossRates(pools: readonly TrustedPool[], minLiquidity: bigint): CrossRate[] {
  return pools
    .flatMap(bothSides)
    .filter((side) => side.token.pegged && side.other.pegged && depth(side, ONE) >= minLiquidity)
    .flatMap(({ token, other, price }) =>
      token.coins.flatMap(({ symbol }) =>
        other.coins.map((coin) => ({ symbol, inSymbol: coin.symbol, rate: price })),
      ),
    );
}

export type ValuationRules = {
  /** Minimum liquidity of a pool on the side that a price is in, in US dollars (fixed point). */
  minLiquidity: bigint;
  /** Maximum deviation from the middle price, in basis points. Pools farther away are ignored. */
  maxDeviationBps: number;
};

/**
 * Returns prices by coin ID, one for each pool of a chain that prices the coin. A pool prices a coin against an
 * active pegged coin or, if the coin isn't pegged itself, through the chain's wrapped native currency. Pools with less
 * than `minLiquidity` (US dollars, fixed point) on the other side are ignored.
 */
export function valueChain(
  pools: readonly TrustedPool[],
  pegs: PegValues,
  { minLiquidity, maxDeviationBps }: ValuationRules,
): Map<number, PoolPrice[]> {
  const sides = pools.flatMap(bothSides).filter(({ price }) => price > 0n);
  const unitOf = ({ coins }: DexToken) => coins.flatMap(({ symbol }) => pegs.get(symbol) ?? [])[0];
  /** Values a side in US dollars, if the other token is worth `unit`. */
  const priced = (side: Side, unit: bigint): PoolPrice => ({
    price: multiply(side.price, unit),
    depth: depth(side, unit),
  });
  const isDeep = (value: PoolPrice) => value.depth > 0n && value.depth >= minLiquidity;
  const inDollars = sides.flatMap((side) => {
    const unit = unitOf(side.other);
    const value = unit === undefined ? undefined : priced(side, unit);
    return value && isDeep(value) ? [{ token: side.token, value }] : [];
  });
  const native = inDollars.filter(({ token }) => token.native).map(({ value }) => value);
  const values = new Map<number, PoolPrice[]>();
  const add = ({ coins }: DexToken, value: PoolPrice) => {
    for (const { id } of coins) values.set(id, [...(values.get(id) ?? []), value]);
  };
  for (const { token, value } of inDollars) add(token, value);
  if (native.length > 0) {
    const nativePrice = agreedPrice(native, maxDeviationBps);
    for (const side of sides) {
      const value = priced(side, nativePrice);
      if (side.other.native && !side.token.pegged && isDeep(value)) add(side.token, value);
    }
  }
  return values;
}
