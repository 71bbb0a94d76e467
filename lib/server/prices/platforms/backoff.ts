import 'server-only';

/**
 * A random wait (ms) before attempt `attempt` (from 0): up to `firstMs`, doubled each time, at most `longestMs`. Fully
 * random, so that instances that lost a platform together do not return to it together.
 */
export const backoff = (
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number => Math.random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
