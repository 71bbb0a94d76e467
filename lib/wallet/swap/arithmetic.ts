import type { Config } from 'wagmi';
import { getBlock } from 'wagmi/actions';
import { parseAmount } from '@/lib/format/amount';

const BPS = 10_000n;
/** Pool fees are in parts per billion, so that they are exact for all Uniswap forks. */
export const FEE_SCALE = 1_000_000_000n;
const RATE_DECIMALS = 36;

/** A pool's reserves in base units, in the direction of the swap. */
export type Hop = { reserveIn: bigint; reserveOut: bigint };

/**
 * Returns a swap's price impact in basis points, truncated: the loss compared with the pools' current price, excluding
 * their fees.
 */
export function priceImpactBps(
  amountIn: bigint,
  amountOut: bigint,
  hops: readonly Hop[],
  feePpb: bigint,
): bigint {
  let best = amountIn;
  let scale = 1n;
  for (const { reserveIn, reserveOut } of hops) {
    best *= reserveOut * (FEE_SCALE - feePpb);
    scale *= reserveIn * FEE_SCALE;
  }
  const lost = best - amountOut * scale;
  return best === 0n || lost <= 0n ? 0n : (lost * BPS) / best;
}

/** Lower bounds of the price impact tiers, in basis points. */
export const IMPACT_TIERS = { noticeable: 100n, high: 300n, severe: 500n, blocked: 1_500n } as const;
export type ImpactTier = 'low' | keyof typeof IMPACT_TIERS;

/** Returns the price impact tier. A swap in the `blocked` tier requires a typed confirmation. */
export function impactTier(bps: bigint): ImpactTier {
  if (bps >= IMPACT_TIERS.blocked) return 'blocked';
  if (bps >= IMPACT_TIERS.severe) return 'severe';
  if (bps >= IMPACT_TIERS.high) return 'high';
  return bps >= IMPACT_TIERS.noticeable ? 'noticeable' : 'low';
}

/** Returns the minimum received in base units, truncated. */
export const minimumReceived = (arrives: bigint, slippageBps: bigint): bigint =>
  (arrives * (BPS - slippageBps)) / BPS;

/** Returns the total fees of a route's pools in basis points, truncated. */
export function routeFeeBps(pools: number, feePpb: bigint): bigint {
  const kept = (FEE_SCALE - feePpb) ** BigInt(pools);
  return ((FEE_SCALE ** BigInt(pools) - kept) * BPS) / FEE_SCALE ** BigInt(pools);
}

type Side = { value: bigint; decimals: number };

/**
 * Returns the number of whole units of `other` per whole unit of `one`, truncated to RATE_DECIMALS decimals, or null if
 * `one` is zero.
 */
export function rateBetween(
  one: Side,
  other: Side,
): { value: bigint; decimals: number; places: number } | null {
  if (one.value === 0n) return null;
  const value =
    (other.value * 10n ** BigInt(RATE_DECIMALS + one.decimals)) / (one.value * 10n ** BigInt(other.decimals));
  const digits = value.toString().length;
  // Shows five significant digits even if the rate is very small.
  const places = digits > RATE_DECIMALS ? 4 : Math.min(RATE_DECIMALS - digits + 5, RATE_DECIMALS);
  return { value, decimals: RATE_DECIMALS, places };
}

/** Slippage tolerance in basis points: bounds, default, and the threshold for a warning. */
export const SLIPPAGE_BPS = { least: 5n, most: 2_000n, usual: 50n, risky: 200n } as const;
/** Deadline in minutes: bounds and default. */
export const DEADLINE_MIN = { least: 1, most: 180, usual: 20 } as const;
/** Refresh interval and maximum age of a quote. */
export const QUOTE_POLL_MS = 6_000;
export const QUOTE_STALE_AFTER_MS = 30_000;
/** Pools rarely change, so the list of pools is cached for this long. */
export const PAIRS_STALE_AFTER_MS = 60_000;

/** Parses a typed percentage into basis points. Returns null if it is invalid or out of bounds. */
export function readSlippage(text: string): bigint | null {
  const parsed = parseAmount(text, 2);
  if ('problem' in parsed) return null;
  return parsed.value >= SLIPPAGE_BPS.least && parsed.value <= SLIPPAGE_BPS.most ? parsed.value : null;
}

/** Parses minutes entered by the user into seconds. Returns null if they are invalid or out of bounds. */
export function readDeadline(text: string): bigint | null {
  const parsed = parseAmount(text, 0);
  if ('problem' in parsed) return null;
  const { least, most } = DEADLINE_MIN;
  return parsed.value >= BigInt(least) && parsed.value <= BigInt(most) ? parsed.value * 60n : null;
}

/**
 * Returns the chain's time in seconds since the epoch: the time of the pending block or of the latest block, whichever
 * is later.
 * @throws if the RPC request fails.
 */
export async function readChainTime(config: Config, chainId: number): Promise<bigint> {
  const [latest, pending] = await Promise.all([
    getBlock(config, { chainId, blockTag: 'latest' }),
    getBlock(config, { chainId, blockTag: 'pending' }).catch(() => null),
  ]);
  return pending && pending.timestamp > latest.timestamp ? pending.timestamp : latest.timestamp;
}

/**
 * Returns whether a quote has moved by more than the slippage tolerance since it was reviewed, in either direction. If
 * the price got worse, the swap would revert. If it got better, others could take what is above the reviewed minimum.
 */
export function isOutdatedQuote(reviewed: bigint, latest: bigint, slippageBps: bigint): boolean {
  const moved = latest > reviewed ? latest - reviewed : reviewed - latest;
  return moved * 10_000n > reviewed * slippageBps;
}
