import { seededRandom } from '@/lib/art/path';

/** Random walk settings: the seed, the fraction of the previous deviation to keep, and the maximum change per step. */
export type Swing = { seed: number; keeps: number; change: number };

const PRECISION = 1e9;

/**
 * Returns `steps` sample prices as a seeded random walk that ends one step before `to`, in the same unit. The same
 * arguments always give the same prices. If `from` is known, the walk starts there.
 */
export function samplePath(
  steps: number,
  { from, to, swing: { seed, keeps, change } }: { from: bigint | null; to: bigint; swing: Swing },
): bigint[] {
  const random = seededRandom(seed);
  const walk = [0];
  for (let index = 0; index < steps; index += 1)
    walk.push((walk[index] ?? 0) * keeps + (random() * 2 - 1) * change);
  const end = walk[steps] ?? 0;
  return walk.slice(0, steps).map((value, index) => {
    // The walk is skewed to meet both ends, or shifted if only the end is known.
    const deviation = value - (from === null ? end : (end * index) / steps);
    const base = from === null ? to : from + ((to - from) * BigInt(index)) / BigInt(steps);
    return (base * BigInt(Math.round(Math.exp(deviation) * PRECISION))) / BigInt(PRECISION);
  });
}
