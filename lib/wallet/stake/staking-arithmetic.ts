import { type ChainClock, followClock } from '@/lib/wallet/networks/chain-clock';

const YEAR_S = 365n * 86_400n;
const BPS = 10_000n;

/** One read of a staking pool, in base units. The account's part is null without an account. */
export type PoolRead = {
  totalStaked: bigint;
  /** Reward base units per year for all stakers together; 0 when the stream has ended. */
  rewardPerYear: bigint;
  /** Reward base units not yet streamed. */
  remaining: bigint;
  /** End of the rewards if someone always stakes; s since the epoch. */
  endsAt: bigint;
  isPaused: boolean;
  position: { staked: bigint; earned: bigint; inWallet: bigint } | null;
  /** The chain's time when read, in seconds since the epoch. */
  at: bigint;
  /** Device time of the answer; ms since the epoch. */
  receivedAt: number;
};

/** APR in basis points, without compounding, truncated; null if nobody stakes. */
export function aprBps({ rewardPerYear, totalStaked }: Pick<PoolRead, 'rewardPerYear' | 'totalStaked'>) {
  return totalStaked === 0n ? null : (rewardPerYear * BPS) / totalStaked;
}

/**
 * Returns an account's rewards at a chain time, by the pool's own formula: a share of the stream until it ends.
 * Truncated at every step. A time before the read counts as the time of the read.
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
 * Returns the pool's live state at a device time (ms). The clock never runs backward, and a later read (lower rate,
 * late block) never reduces the rewards shown, unless the account was paid meanwhile.
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
