import 'server-only';
import type { AuthorizationFacts, CardTransactionFacts, DisputeFacts } from '../issuer/facts';
import type { Quote } from './quote';

/** An amount that was approved, and its price. */
export interface Approval {
  /** Event of the request, or an ID of our own if the issuer approved without a request. */
  eventId: string;
  /**
   * Place of the request in the authorization's `requests`, or null if the issuer approved without a request, and this is
   * what we then recorded.
   */
  position: number | null;
  /** Approved additional amount in minor units. */
  amount: bigint;
  quote: Quote;
  approvedAt: Date;
}

/** A transaction and the price at its `createdAt`, so that the price doesn't depend on when the transaction arrived. */
export type PricedTransaction = CardTransactionFacts & { quote: Quote };

/** A dispute and the price at the time of its transaction. */
export type PricedDispute = DisputeFacts & { quote: Quote };

/**
 * What is stored of a purchase. A purchase is an authorization with all that names it, or a transaction that names none.
 * Each list has every ID once, in any order.
 */
export interface PurchaseFacts {
  /** Requests that we approved. The issuer's outcome can differ. */
  approvals: readonly Approval[];
  /** Latest snapshot of the authorization, or null before the first. */
  authorization: AuthorizationFacts | null;
  transactions: readonly PricedTransaction[];
  /** Disputes of these transactions. */
  disputes: readonly PricedDispute[];
  /** IDs of debits and credits that the contract has refused and not accepted since. */
  refused: ReadonlySet<string>;
  /** Most that a capture exceeds its hold, in basis points. Fixed when the hold is placed. */
  overCaptureBps: number;
}

const isFinal = ({ status }: AuthorizationFacts) => status !== 'pending';

const rank = (snapshot: AuthorizationFacts) => [
  snapshot.requests.length,
  snapshot.transactions.length,
  isFinal(snapshot) ? 1 : 0,
];

const isEqual = (one: AuthorizationFacts, other: AuthorizationFacts) =>
  one.status === other.status && one.isApproved === other.isApproved && one.amount === other.amount;

/**
 * Returns the later one of two snapshots of an authorization, whatever order they arrived in: the one with more requests
 * and transactions, and then the final one. Returns null if they contradict each other, such as two partial reversals:
 * then read the authorization from the issuer.
 */
export function laterSnapshot(one: AuthorizationFacts, other: AuthorizationFacts): AuthorizationFacts | null {
  const [first, second] = [rank(one), rank(other)];
  const differences = first.map((value, index) => value - (second[index] ?? 0));
  if (differences.every((difference) => difference === 0)) return isEqual(one, other) ? one : null;
  if (differences.every((difference) => difference >= 0)) return one;
  return differences.every((difference) => difference <= 0) ? other : null;
}

const STAGES = { unsubmitted: 0, submitted: 1, expired: 2, lost: 2, won: 2 } as const;

/** Returns the later one of two versions of a dispute, whatever order they arrived in. */
export const laterDispute = <Dispute extends DisputeFacts>(one: Dispute, other: Dispute): Dispute =>
  STAGES[other.status] > STAGES[one.status] ? other : one;
