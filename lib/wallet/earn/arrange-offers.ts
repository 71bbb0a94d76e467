import type { Offer } from './offers';
import { riskLevels } from './risk';

/**
 * Filters: all offers, offers that can be withdrawn at any time without a cost, and offers that are locked for a term.
 */
export const offerFilters = ['all', 'flexible', 'fixed'] as const;
export type OfferFilter = (typeof offerFilters)[number];

export const offerSorts = ['risk', '-risk', '-yield', 'yield', 'lock', '-lock'] as const;
/** Sort key. A leading minus sign means descending order. */
export type OfferSort = (typeof offerSorts)[number];

type Compare = (one: Offer, other: Offer) => number;
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);

const byLock: Compare = (one, other) => compare(one.lockS, other.lockS);
const byRisk: Compare = (one, other) =>
  riskLevels.indexOf(one.risk.level) - riskLevels.indexOf(other.risk.level);
/** Offers without a known yield come last in either direction. */
const byYield =
  (sign: 1 | -1): Compare =>
  (one, other) => {
    if (one.yieldBps === null || other.yieldBps === null)
      return Number(one.yieldBps === null) - Number(other.yieldBps === null);
    return sign * compare(one.yieldBps, other.yieldBps);
  };

const comparers: Readonly<Record<OfferSort, Compare>> = {
  risk: byRisk,
  '-risk': (one, other) => byRisk(other, one),
  yield: byYield(1),
  '-yield': byYield(-1),
  lock: byLock,
  '-lock': (one, other) => byLock(other, one),
};

/** Returns the offers that match the filter, sorted. Ties are sorted by yield, lock, and network. */
export function arrangeOffers(offers: readonly Offer[], filter: OfferFilter, sort: OfferSort): Offer[] {
  const ties: readonly Compare[] = [
    comparers[sort],
    byYield(-1),
    byLock,
    (one, other) => one.chainId - other.chainId,
  ];
  return offers
    .filter(({ lockS }) => filter === 'all' || (filter === 'flexible') === (lockS === 0n))
    .toSorted((one, other) => {
      for (const tie of ties) {
        const order = tie(one, other);
        if (order !== 0) return order;
      }
      return 0;
    });
}
