import 'server-only';
import { isWithin } from '../fixed-point';

/** A pool's reserves (base units). */
export type Reserves = { reserve0: bigint; reserve1: bigint };

/**
 * A pool's reserves and its rate at a block. The rate is in whole units of one token per whole unit of the other (fixed
 * point).
 */
export type PoolReading = Reserves & { rate: bigint; block: bigint; at: number };

/** A pool's last accepted reading, the earlier readings from which moves are measured, and any unconfirmed jump. */
export type PoolTrack = {
  /** Null until the first rate of a new pool is confirmed. */
  accepted: PoolReading | null;
  /** Earlier accepted readings, oldest first. Consecutive readings with the same reserves are stored only once. */
  before: readonly PoolReading[];
  pending: PoolReading | null;
};

export type GuardRules = {
  /** Maximum move of a pool's rate, in basis points. A larger move is a jump, which must be confirmed. */
  maxMoveBps: number;
  /** A jump is accepted after it has lasted this many blocks. */
  confirmBlocks: number;
  /** On a test chain, which may have no new blocks, a jump is also accepted after it has lasted this long. */
  confirmMs: number;
  /** Whether the tokens have no value. If so, the first rate of a new pool needs no confirmation. */
  testnet: boolean;
};

const hasLasted = (
  from: PoolReading,
  to: PoolReading,
  { confirmBlocks, confirmMs, testnet }: GuardRules,
): boolean => to.block - from.block >= BigInt(confirmBlocks) || (testnet && to.at - from.at >= confirmMs);

const isSame = (one: Reserves, other: Reserves) =>
  one.reserve0 === other.reserve0 && one.reserve1 === other.reserve1;

/**
 * Tracks a pool's rate. A jump is accepted only after it has lasted long enough. Manipulating the rate within a single
 * transaction or block is free of risk, but such a jump is over before it can be accepted, and a longer manipulation
 * loses money to arbitrage. A move is measured from the newest accepted reading that is old enough to confirm a jump,
 * so that a jump in small steps is detected, too. The first rate of a new pool is confirmed in the same way, because
 * anyone can create a pool at any rate. All pools are new after a start, because nothing is known about their past.
 */
export function track(known: PoolTrack | null, reading: PoolReading, rules: GuardRules): PoolTrack {
  if (!known)
    return rules.testnet
      ? { accepted: reading, before: [], pending: null }
      : { accepted: null, before: [], pending: reading };
  const { accepted, before, pending } = known;
  if (accepted) {
    const last = before.at(-1);
    const believed = last && isSame(last, accepted) ? before : [...before, accepted];
    const lasting = believed.findLastIndex((one) => hasLasted(one, reading, rules));
    const recent = believed.slice(Math.max(lasting, 0));
    if (isWithin(reading.rate, (recent[0] ?? accepted).rate, rules.maxMoveBps))
      return { accepted: reading, before: recent, pending: null };
  }
  if (!pending || !isWithin(reading.rate, pending.rate, rules.maxMoveBps))
    return { ...known, pending: reading };
  return hasLasted(pending, reading, rules) ? { accepted: reading, before: [pending], pending: null } : known;
}

/**
 * Returns the reserves that a pool has had since a jump could have been confirmed, or null if its first rate is
 * unconfirmed. Otherwise, an old pool without liquidity could be filled at a false rate and count at once.
 */
export function lastingReserves({ accepted, before }: PoolTrack, now: Reserves): Reserves | null {
  if (!accepted) return null;
  const least = { reserve0: now.reserve0, reserve1: now.reserve1 };
  for (const { reserve0, reserve1 } of [...before, accepted]) {
    if (reserve0 < least.reserve0) least.reserve0 = reserve0;
    if (reserve1 < least.reserve1) least.reserve1 = reserve1;
  }
  return least;
}
