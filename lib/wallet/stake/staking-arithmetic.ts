import { type ChainClock, followClock } from '@/lib/wallet/networks/chain-clock';

const YEAR_S = 365n * 86_400n;
const BPS = 10_000n;

/** One read of a staking pool, in base units. The account's part is null without an account. */
export type PoolRead = {
  totalStaked: bigint;
  /** Reward base units that flow in a year to all stakers together; 0 when the stream is dry. */
  rewardPerYear: bigint;
  /** Reward base units still to flow. */
  remaining: bigint;
  /** End of the rewards if someone always stakes; s since the epoch. */
  endsAt: bigint;
  isPaused: boolean;
  position: { staked: bigint; earned: bigint; inWallet: bigint } | null;
  /** The chain's time at the read; s since the epoch. */
  at: bigint;
  /** Device time of the answer; ms since the epoch. */
  receivedAt: number;
};

/** APR in basis points, without compounding, truncated; null if nobody stakes. */
export function aprBps({ rewardPerYear, totalStaked }: Pick<PoolRead, 'rewardPerYear' | 'totalStaked'>) {
  return totalStaked === 0n ? null : (rewardPerYear * BPS) / totalStaked;
}

/**
 * What the account has earned at a time of the chain's, from the read on by the pool's own rule: a share in what flows,
 * as long as something is left to flow. Truncated at every step. Nothing flows back before the read.
 */
export function earnedAt(
  { position, totalStaked, rewardPerYear, remaining, at }: PoolRead,
  now: bigint,
): bigint {
  if (!position) return 0n;
  if (totalStaked === 0n || now <= at) return position.earned;
  const flown = position.staked * rewardPerYear * (now - at);
  const left = position.staked * remaining;
  const share = flown / (YEAR_S * totalStaked);
  const most = left / totalStaked;
  return position.earned + (share < most ? share : most);
}

/** A pool's live state between two reads. */
export type LivePool = ChainClock & {
  read: PoolRead;
  /** The account's last claim or exit known to this browser. */
  settlement: string | null;
  earned: bigint;
};

/**
 * The pool at a time of this device. Time never runs back, and what was shown as earned is not taken back by a later
 * read (a rate that fell, a block that came late) unless the account has been paid meanwhile.
 */
export function followPool(
  previous: LivePool | null,
  read: PoolRead,
  settlement: string | null,
  localMs: number,
): LivePool {
  const clock = followClock(previous, read, localMs);
  const earned = earnedAt(read, clock.now);
  const isPaid =
    !previous ||
    previous.settlement !== settlement ||
    (read.position?.earned ?? 0n) < (previous.read.position?.earned ?? 0n);
  return {
    ...clock,
    read,
    settlement,
    earned: isPaid || earned > previous.earned ? earned : previous.earned,
  };
}
