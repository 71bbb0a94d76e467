import 'server-only';
import { isWithin } from '../fixed-point';

/** What a pool said at a block: whole units of one token for a whole unit of the other, in fixed point. */
export type PoolReading = { rate: bigint; block: bigint; at: number };

/** A pool's last believed reading, those before it that moves are measured from, and a jump that still has to prove itself. */
export type PoolTrack = {
  accepted: PoolReading;
  /** Oldest first; one reading for each price in a row. */
  before: readonly PoolReading[];
  pending: PoolReading | null;
};

export type GuardRules = {
  /** A move larger than this from what was believed before the time below is a jump. */
  maxMoveBps: number;
  /** A jump counts once it has lasted this many blocks … */
  confirmBlocks: number;
  /** … or this long, on a chain without new blocks. */
  confirmMs: number;
};

const hasLasted = (from: PoolReading, to: PoolReading, { confirmBlocks, confirmMs }: GuardRules) =>
  to.block - from.block >= BigInt(confirmBlocks) || to.at - from.at >= confirmMs;

/**
 * Follows a pool. A jump is not believed until it has lasted: what a single transaction or block can do to a pool, at no
 * risk to whoever does it, is undone by then, and what lasts has cost its maker the arbitrage. A move is measured from the
 * newest believed reading that has lasted, so that a jump in small steps is one too. The first reading is believed: the
 * medians over pools, chains and platforms stand behind it.
 */
export function track(known: PoolTrack | null, reading: PoolReading, rules: GuardRules): PoolTrack {
  if (!known) return { accepted: reading, before: [], pending: null };
  const { accepted, before, pending } = known;
  const believed = before.at(-1)?.rate === accepted.rate ? before : [...before, accepted];
  const lasting = believed.findLastIndex((one) => hasLasted(one, reading, rules));
  const recent = believed.slice(Math.max(lasting, 0));
  if (isWithin(reading.rate, (recent[0] ?? accepted).rate, rules.maxMoveBps))
    return { accepted: reading, before: recent, pending: null };
  if (!pending || !isWithin(reading.rate, pending.rate, rules.maxMoveBps))
    return { ...known, pending: reading };
  return hasLasted(pending, reading, rules) ? { accepted: reading, before: [pending], pending: null } : known;
}
