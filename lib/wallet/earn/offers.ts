import type { PriceOf } from '@/lib/wallet/portfolio/holdings';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { Risk } from './risk';

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
  /** Yield in basis points per year without compounding, truncated, or null if there is no yield or it is unknown. */
  yieldBps: bigint | null;
  /** Seconds until everything can be withdrawn without a cost, or 0n if there is no lock. */
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
  /** In base units of the payment token: price of one whole sale token, cap per address, and remaining capacity. */
  price: bigint;
  walletCap: bigint;
  capacity: bigint;
  discountBps: bigint | null;
  /** Seconds since the epoch: start and end of the sale, then first and last release of tokens. */
  start: bigint;
  end: bigint;
  firstRelease: bigint;
  lastRelease: bigint;
};
export type Offer = StakeOffer | PledgeOffer | PresaleOffer;

/** Facts about tokens that the contracts don't store. */
export type TokenFacts = { priceOf: PriceOf; isStable: (token: ListedToken) => boolean };
