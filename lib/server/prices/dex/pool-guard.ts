import 'server-only';
import { isWithin } from '../fixed-point';

/** A pool's rate at a block: whole units of one token per whole unit of the other, in fixed point. */
export type PoolReading = { rate: bigint; block: bigint; at: number };

/**
 * A pool's last accepted reading, the earlier ones that moves are measured from, and a jump to be confirmed.
 */
export type PoolTrack = {
  accepted: PoolReading;
  /** Oldest first; of readings in a row with the same price, only one. */
  before: readonly PoolReading[];
  pending: PoolReading | null;
};

export type GuardRules = {
  /** A larger move, from what was accepted before the time below, is a jump. */
  maxMoveBps: number;
  /** A jump counts once it has lasted this many blocks … */
  confirmBlocks: number;
  /** … or this long, on a chain without new blocks. */
  confirmMs: number;
};

const hasLasted = (from: PoolReading, to: PoolReading, { confirmBlocks, confirmMs }: GuardRules) =>
  to.block - from.block >= BigInt(confirmBlocks) || to.at - from.at >= confirmMs;

/**
 * Tracks a pool. A jump is accepted only once it has lasted: manipulation by a single transaction or block,
 * which carries no risk, is undone by then, and what lasts has cost its author the arbitrage. A move is
 * measured from the newest accepted reading that has lasted, so that a jump in small steps counts as one too.
 * The first reading is accepted, because medians over pools, chains and platforms limit its effect.
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
