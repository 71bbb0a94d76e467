import 'server-only';
import { isWithin } from '../fixed-point';

/** What a pool said at a block: whole units of one token for a whole unit of the other, in fixed point. */
export type PoolReading = { rate: bigint; block: bigint; at: number };

/** A pool's last believed reading, and a jump that still has to prove itself. */
export type PoolTrack = { accepted: PoolReading; pending: PoolReading | null };

export type GuardRules = {
  /** A move larger than this between two readings is a jump. */
  maxMoveBps: number;
  /** A jump is believed once it has lasted for so many blocks … */
  confirmBlocks: number;
  /** … or, on a chain that stands still, for so long. */
  confirmMs: number;
};

/**
 * Follows a pool. A jump is not believed until it has lasted: what a single transaction or block can do to a pool, at no
 * risk to whoever does it, is undone by then, and what lasts has cost its maker the arbitrage. The first reading
 * is believed: the medians over pools, chains and platforms stand behind it.
 */
export function track(known: PoolTrack | null, reading: PoolReading, rules: GuardRules): PoolTrack {
  if (!known || isWithin(reading.rate, known.accepted.rate, rules.maxMoveBps))
    return { accepted: reading, pending: null };
  const { pending } = known;
  if (!pending || !isWithin(reading.rate, pending.rate, rules.maxMoveBps))
    return { accepted: known.accepted, pending: reading };
  const hasLasted =
    reading.block - pending.block >= BigInt(rules.confirmBlocks) ||
    reading.at - pending.at >= rules.confirmMs;
  return hasLasted ? { accepted: reading, pending: null } : { accepted: known.accepted, pending };
}
