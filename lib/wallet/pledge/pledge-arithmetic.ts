import type { Address } from 'viem';

const BPS = 10_000n;

/** A term of a pledge contract. Only `isOpen` can change. */
export type PledgeTerm = {
  id: bigint;
  token: Address;
  /** Seconds until maturity. */
  duration: number;
  /** Interest for the whole term, in basis points of the amount. */
  rateBps: number;
  /** Early exit penalty, in basis points of the amount. */
  penaltyBps: number;
  /** Whether the term accepts new pledges. */
  isOpen: boolean;
};

/** Pledge statuses, in the order of the contract's enum. */
export const pledgeStatuses = ['active', 'redeemed', 'exitedEarly'] as const;

/** One pledge as the contract stores it: amounts in base units, times in seconds since the epoch. */
export type Pledge = {
  id: bigint;
  termId: bigint;
  token: Address;
  amount: bigint;
  interest: bigint;
  penalty: bigint;
  startedAt: bigint;
  maturesAt: bigint;
  status: (typeof pledgeStatuses)[number];
};

/** Returns a pledge's interest (rounded down) and early exit penalty (rounded up) in base units, as in the contract. */
export function pledgeFigures(
  amount: bigint,
  { rateBps, penaltyBps }: Pick<PledgeTerm, 'rateBps' | 'penaltyBps'>,
) {
  return {
    interest: (amount * BigInt(rateBps)) / BPS,
    penalty: (amount * BigInt(penaltyBps) + BPS - 1n) / BPS,
  };
}

/** Returns the largest pledge whose interest the reserve covers, in base units, or null if there is no interest. */
export function mostCovered(freeReserve: bigint, { rateBps }: PledgeTerm): bigint | null {
  return rateBps === 0 ? null : ((freeReserve + 1n) * BPS - 1n) / BigInt(rateBps);
}

/** Returns the elapsed fraction of the pledge term, 0 to 1. */
export function pledgeProgress({ startedAt, maturesAt }: Pledge, now: bigint): number {
  if (now <= startedAt) return 0;
  return now >= maturesAt ? 1 : Number(now - startedAt) / Number(maturesAt - startedAt);
}

export const isMatured = ({ maturesAt }: Pledge, now: bigint): boolean => now >= maturesAt;
