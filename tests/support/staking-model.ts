const SCALE = 10n ** 36n;
const YEAR_S = 365n * 86_400n;
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Reimplements the arithmetic of contracts/src/StakingPool.sol, step by step, for one of several accounts. */
export class StakingModel {
  totalStaked = 0n;
  staked = 0n;
  private remaining = 0n;
  private rate = 0n;
  private perStake = 0n;
  private seen = 0n;
  private owed = 0n;
  private settledAt = 0n;

  constructor(public now: bigint) {
    this.settledAt = now;
  }

  fund(amount: bigint, duration: bigint) {
    this.settle();
    this.remaining += amount * SCALE;
    this.rate = (this.remaining + duration - 1n) / duration;
  }

  stake(amount: bigint) {
    this.settle();
    this.staked += amount;
    this.totalStaked += amount;
  }

  /** Adds another account's stake. */
  stakeOther(amount: bigint) {
    this.settle();
    this.totalStaked += amount;
  }

  claim() {
    this.settle();
    this.owed %= SCALE;
  }

  earned() {
    return (this.owed + this.staked * (this.perStake + this.step() - this.seen)) / SCALE;
  }

  read(receivedAt: number) {
    const toFlow = this.remaining - this.step() * this.totalStaked;
    return {
      totalStaked: this.totalStaked,
      rewardPerYear: toFlow < SCALE ? 0n : (this.rate * YEAR_S) / SCALE,
      remaining: toFlow / SCALE,
      endsAt: this.now + (toFlow < SCALE ? 0n : (toFlow + this.rate - 1n) / this.rate),
      isPaused: false,
      position: { staked: this.staked, earned: this.earned(), inWallet: 0n },
      at: this.now,
      receivedAt,
    };
  }

  private step() {
    if (this.totalStaked === 0n) return 0n;
    return least(this.rate * (this.now - this.settledAt), this.remaining) / this.totalStaked;
  }

  private settle() {
    const step = this.step();
    this.perStake += step;
    this.remaining -= step * this.totalStaked;
    this.owed += this.staked * (this.perStake - this.seen);
    this.seen = this.perStake;
    this.settledAt = this.now;
  }
}
