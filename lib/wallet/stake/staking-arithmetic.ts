import { type ChainClock, followClock } from '@/lib/wallet/networks/chain-clock';

const YEAR_S = 365n * 86_400n;
const BPS = 10_000n;

/** Values of a staking pool from one read, in base units. `position` is null if no account is connected. */
export type PoolRead = {
  totalStaked: bigint;
  /** Rewards per year for all stakers combined, in base units. 0 if the reward stream has ended. */
  rewardPerYear: bigint;
  /** Rewards that have not been streamed yet, in base units. */
  remaining: bigint;
  /** Time when the rewards end if at least one account is always staking, in seconds since the epoch. */
  endsAt: bigint;
  isPaused: boolean;
  position: { staked: bigint; earned: bigint; inWallet: bigint } | null;
  /** Chain time of the read, in seconds since the epoch. */
  at: bigint;
  /** Device time when the response arrived, in ms since the epoch. */
  receivedAt: number;
};

/** Returns the APR in basis points, truncated and without compounding, or null if nothing is staked. */
export function aprBps({ rewardPerYear, totalStaked }: Pick<PoolRead, 'rewardPerYear' | 'totalStaked'>) {
  return totalStaked === 0n ? null : (rewardPerYear * BPS) / totalStaked;
}

/**
 * Returns an account's rewards at a chain time, calculated as in the pool contract: a share of the reward stream until
 * it ends, truncated at every step. A time before the read counts as the time of the read.
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

/** A pool's estimated state between two reads. */
export type LivePool = ChainClock & {
  read: PoolRead;
  /** The account's last claim or exit known to this browser. */
  settlement: string | null;
  earned: bigint;
};

/**
 * Returns the pool's estimated state at a device time (ms). The clock never runs backward, and a later read with a
 * lower rate or an older block never reduces the displayed rewards, unless the account was paid in the meantime.
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
