import type { Address } from 'viem';
import { mostCovered } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeRead } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { PriceOf } from '@/lib/wallet/portfolio/holdings';
import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { type Risk, riskLevels, riskOf } from './risk';
import { annualBps, discountBps, poolYieldBps } from './yield';

export const offerKinds = ['stake', 'pledge', 'presale'] as const;
export type OfferKind = (typeof offerKinds)[number];

type AnyOffer = {
  /** Unique and stable across reads. */
  key: string;
  chainId: number;
  /** The token that the user puts in. */
  token: ListedToken;
  /** Whether the contract accepts no new money right now. */
  isPaused: boolean;
  /** Basis points per year without compounding, truncated, or null if there is no yield or it is unknown. */
  yieldBps: bigint | null;
  /** Seconds until everything can be withdrawn without a cost, or 0n if it always can. */
  lockS: bigint;
  risk: Risk;
};

export type StakeOffer = AnyOffer & {
  kind: 'stake';
  reward: ListedToken;
  /** In base units of the reward token. */
  rewardPerYear: bigint;
  remaining: bigint;
  /** Seconds since the epoch. */
  endsAt: bigint;
};
export type PledgeOffer = AnyOffer & {
  kind: 'pledge';
  termId: bigint;
  rateBps: number;
  penaltyBps: number;
  /** The largest pledge that the reserve covers, in base units, or null if there is no limit. */
  capacity: bigint | null;
};
export type PresaleOffer = AnyOffer & {
  kind: 'presale';
  stage: 'upcoming' | 'open';
  sale: ListedToken;
  /** Price of one whole sale token, and caps, in base units of the payment token. */
  price: bigint;
  walletCap: bigint;
  capacity: bigint;
  discountBps: bigint | null;
  /** Seconds since the epoch: the sale, then the first and the last release of tokens. */
  start: bigint;
  end: bigint;
  firstRelease: bigint;
  lastRelease: bigint;
};
export type Offer = StakeOffer | PledgeOffer | PresaleOffer;

/** What the contracts don't know about their tokens. */
export type TokenFacts = { priceOf: PriceOf; isStable: (token: ListedToken) => boolean };

/** Returns the offer of a staking pool. */
export function stakeOffer(
  chainId: number,
  { read }: LivePool,
  staking: ListedToken,
  reward: ListedToken,
  { priceOf, isStable }: TokenFacts,
): StakeOffer {
  const { rewardPerYear, remaining, endsAt, isPaused } = read;
  return {
    kind: 'stake',
    key: `stake ${chainId}`,
    chainId,
    token: staking,
    isPaused,
    yieldBps: poolYieldBps(read, staking, reward, priceOf),
    lockS: 0n,
    risk: riskOf({ exitCostBps: 0, isYieldReserved: false, isStable: isStable(staking), sale: null }),
    reward,
    rewardPerYear,
    remaining,
    endsAt,
  };
}

/** Returns an offer for each open term of a pledge contract whose token is listed. */
export function pledgeOffers(
  chainId: number,
  { terms, funds, isPaused }: Pick<PledgeRead, 'terms' | 'funds' | 'isPaused'>,
  tokens: ReadonlyMap<Address, ListedToken>,
  { isStable }: Pick<TokenFacts, 'isStable'>,
): PledgeOffer[] {
  return terms.flatMap((term) => {
    const token = tokens.get(term.token);
    if (!term.isOpen || !token) return [];
    const { id, duration, rateBps, penaltyBps } = term;
    const reserve = funds.find((held) => held.token === term.token)?.freeReserve ?? 0n;
    return [
      {
        kind: 'pledge',
        key: `pledge ${chainId} ${id}`,
        chainId,
        token,
        isPaused,
        yieldBps: annualBps(rateBps, duration),
        lockS: BigInt(duration),
        risk: riskOf({
          exitCostBps: penaltyBps,
          isYieldReserved: true,
          isStable: isStable(token),
          sale: null,
        }),
        termId: id,
        rateBps,
        penaltyBps,
        capacity: mostCovered(reserve, term),
      },
    ];
  });
}

/** Returns the offer of a presale that is open or upcoming, or null otherwise. */
export function presaleOffer(
  chainId: number,
  { read, stage, now }: LivePresale,
  terms: PresaleTerms,
  sale: ListedToken,
  payment: ListedToken,
  { priceOf }: Pick<TokenFacts, 'priceOf'>,
): PresaleOffer | null {
  if (stage !== 'open' && stage !== 'upcoming') return null;
  const { start, end, raised, isPaused } = read;
  const lastRelease = end + terms.vesting;
  return {
    kind: 'presale',
    key: `presale ${chainId}`,
    chainId,
    token: payment,
    isPaused,
    yieldBps: null,
    lockS: lastRelease > now ? lastRelease - now : 0n,
    // The buyer ends up with the sale token, whatever the payment token is.
    risk: riskOf({
      exitCostBps: null,
      isYieldReserved: false,
      isStable: false,
      sale: { isRefundable: raised < terms.softCap },
    }),
    stage,
    sale,
    price: terms.price,
    walletCap: terms.walletCap,
    capacity: terms.hardCap - raised,
    discountBps: discountBps(terms, sale, payment, priceOf),
    start,
    end,
    firstRelease: end + terms.cliff,
    lastRelease,
  };
}

/** What to show: everything, what can be withdrawn at any time without a cost, or what is locked for a term. */
export const offerFilters = ['all', 'flexible', 'fixed'] as const;
export type OfferFilter = (typeof offerFilters)[number];

export const offerSorts = ['risk', '-risk', '-yield', 'yield', 'lock', '-lock'] as const;
/** What to sort by: ascending, or descending if it starts with a minus sign. */
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

/** Returns the offers that match the filter, sorted. Equal ones are sorted by yield, lock, and network. */
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
