import type { Address } from 'viem';
import { type ChainClock, followClock } from '@/lib/wallet/networks/chain-clock';

const DAY_S = 86_400n;
/** Grace period after the end of a sale, during which blocks from before the end may still appear. */
const SETTLED_AFTER_S = 60n;

/** Presale stages, in the order of the contract's enum. */
export const presaleStages = ['unscheduled', 'upcoming', 'open', 'succeeded', 'failed'] as const;
export type PresaleStage = (typeof presaleStages)[number];
/**
 * A presale stage, or `closing`: the sale has ended, but late blocks may still decide whether it reached the soft cap.
 */
export type LiveStage = PresaleStage | 'closing';

/** Immutable terms. The price and caps are in base units of the payment token, and durations are in seconds. */
export type PresaleTerms = {
  saleToken: Address;
  paymentToken: Address;
  /** Price of one whole sale token. */
  price: bigint;
  softCap: bigint;
  hardCap: bigint;
  walletCap: bigint;
  /** Durations from the end of the sale to the first release and to the last release. */
  cliff: bigint;
  vesting: bigint;
  /** Amount of sale tokens sold if the hard cap is reached, in base units. */
  inventory: bigint;
  /** Number of base units in one whole sale token, from the token's `decimals`. */
  saleUnit: bigint;
};

/** Values of a presale from one read, in base units. `position` is null if no account is connected. */
export type PresaleRead = {
  stage: PresaleStage;
  /** Seconds since the epoch, or 0 until the sale is scheduled. */
  start: bigint;
  end: bigint;
  raised: bigint;
  isPaused: boolean;
  position: { contributed: bigint; bought: bigint; claimed: bigint; inWallet: bigint } | null;
  /** Time of the pending block when the values were read, in seconds since the epoch. */
  at: bigint;
  /** Device time when the response arrived, in ms since the epoch. */
  receivedAt: number;
};

/**
 * Returns the stage at a block time, by the contract's rule. A sale below its soft cap is `closing` until it was read long
 * enough after its end.
 */
export function stageAt(
  { stage, start, end, raised, at }: PresaleRead,
  { softCap }: PresaleTerms,
  now: bigint,
): LiveStage {
  if (stage !== 'upcoming' && stage !== 'open') return stage;
  if (now < start) return 'upcoming';
  if (now < end) return 'open';
  if (raised >= softCap) return 'succeeded';
  return at >= end + SETTLED_AFTER_S ? 'failed' : 'closing';
}

/** Returns the amount of sale tokens that an additional payment buys, in base units, truncated as in the contract. */
export function tokensBought(
  { price, saleUnit }: Pick<PresaleTerms, 'price' | 'saleUnit'>,
  paidBefore: bigint,
  payment: bigint,
): bigint {
  const tokensFor = (paid: bigint) => (paid * saleUnit) / price;
  return tokensFor(paidBefore + payment) - tokensFor(paidBefore);
}

/** The maximum payment, and what limits it: the wallet balance, the cap per address, or the hard cap. */
export type PaymentLimit = { most: bigint; by: 'wallet' | 'walletCap' | 'hardCap' };

/** Returns the maximum contribution in base units, and what limits it. */
export function paymentLimit(
  { raised, position }: Pick<PresaleRead, 'raised' | 'position'>,
  { hardCap, walletCap }: Pick<PresaleTerms, 'hardCap' | 'walletCap'>,
  spendable: bigint,
): PaymentLimit {
  const [left, ownLeft] = [hardCap - raised, walletCap - (position?.contributed ?? 0n)];
  const cap: PaymentLimit =
    left < ownLeft ? { most: left, by: 'hardCap' } : { most: ownLeft, by: 'walletCap' };
  return spendable < cap.most ? { most: spendable, by: 'wallet' } : cap;
}

type Vesting = { bought: bigint; end: bigint; terms: Pick<PresaleTerms, 'cliff' | 'vesting'> };

/** Returns the amount released by `time` after a successful sale, truncated. Includes tokens already claimed. */
export function vestedAt({ bought, end, terms: { cliff, vesting } }: Vesting, time: bigint): bigint {
  const elapsed = time - end;
  if (elapsed < 0n || elapsed < cliff) return 0n;
  return elapsed >= vesting ? bought : (bought * elapsed) / vesting;
}

/**
 * Returns the next release (the cliff amount at first, then one day's amount), or null if everything has been released.
 */
export function nextRelease(vesting: Vesting, now: bigint): { amount: bigint; at: bigint } | null {
  const [first, last] = [vesting.end + vesting.terms.cliff, vesting.end + vesting.terms.vesting];
  if (now >= last) return null;
  const dayOn = now + DAY_S < last ? now + DAY_S : last;
  const at = now < first ? first : dayOn;
  return { amount: vestedAt(vesting, at) - vestedAt(vesting, now), at };
}

/** A presale's estimated state between two reads. */
export type LivePresale = ChainClock & { read: PresaleRead; stage: LiveStage; claimable: bigint };

/** Returns the presale's estimated state at a device time (ms). The time and released amount never decrease. */
export function followPresale(
  previous: LivePresale | null,
  read: PresaleRead,
  terms: PresaleTerms,
  localMs: number,
): LivePresale {
  const clock = followClock(previous, read, localMs);
  const stage = stageAt(read, terms, clock.now);
  const { bought, claimed } = read.position ?? { bought: 0n, claimed: 0n };
  const released = stage === 'succeeded' ? vestedAt({ bought, end: read.end, terms }, clock.now) : 0n;
  return { ...clock, read, stage, claimable: released > claimed ? released - claimed : 0n };
}
