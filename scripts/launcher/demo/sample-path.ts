import { seededRandom } from '@/lib/art/path';

/** How a sample price moves in each step: its share of the last deviation, and the greatest change. */
export type Swing = { seed: number; keeps: number; change: number };

const PRECISION = 1e9;

/**
 * Returns `steps` sample prices that end one step before `to`, in its unit, as a seeded random walk: equal arguments give
 * equal prices. If `from` is known, the walk leads from there.
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
    // The walk is bent so that it meets both ends, or shifted if only one is known.
    const deviation = value - (from === null ? end : (end * index) / steps);
    const base = from === null ? to : from + ((to - from) * BigInt(index)) / BigInt(steps);
    return (base * BigInt(Math.round(Math.exp(deviation) * PRECISION))) / BigInt(PRECISION);
  });
}
