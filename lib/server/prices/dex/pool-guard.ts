import 'server-only';
import { isWithin } from '../fixed-point';

/** A pool's rate at a block, in whole units of one token per whole unit of the other (fixed point). */
export type PoolReading = { rate: bigint; block: bigint; at: number };

/** A pool's last accepted reading, the earlier readings from which moves are measured, and any unconfirmed jump. */
export type PoolTrack = {
  accepted: PoolReading;
  /** Earlier accepted readings, oldest first. Consecutive readings with the same rate are stored only once. */
  before: readonly PoolReading[];
  pending: PoolReading | null;
};

export type GuardRules = {
  /** Maximum move of a pool's rate, in basis points. A larger move is a jump, which must be confirmed. */
  maxMoveBps: number;
  /** A jump is accepted after it has lasted this many blocks. */
  confirmBlocks: number;
  /** A jump is also accepted after it has lasted this long, in case a chain has no new blocks. */
  confirmMs: number;
};

const hasLasted = (from: PoolReading, to: PoolReading, { confirmBlocks, confirmMs }: GuardRules) =>
  to.block - from.block >= BigInt(confirmBlocks) || to.at - from.at >= confirmMs;

/**
 * Tracks a pool's rate. A jump is accepted only after it has lasted long enough. Manipulating the rate within a single
 * transaction or block is free of risk, but such a jump is over before it can be accepted, and a longer manipulation
 * loses money to arbitrage. A move is measured from the newest accepted reading that is old enough to confirm a jump,
 * so that a jump in small steps is detected, too. The first reading is always accepted, because medians over pools,
 * chains, and platforms limit its effect.
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
