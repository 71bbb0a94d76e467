import 'server-only';
import type { Approval, PurchaseFacts } from './purchase-facts';
import { type Layer, tokensToCharge, tokensWithin } from './quote';

const inTime = (one: Approval, other: Approval) =>
  one.approvedAt.getTime() - other.approvedAt.getTime() || (one.eventId < other.eventId ? -1 : 1);

interface ApprovedLayer extends Layer {
  approvedAt: Date;
}

/** What was approved, with the prices of the approvals. */
export interface Authorized {
  /** Amount that is authorized, in minor units, without what was reversed. */
  amount: bigint;
  /** Approved amounts with their tokens and times, oldest first. */
  layers: readonly ApprovedLayer[];
  /** Tokens to hold for `amount`. */
  tokens: bigint;
  /** Part of `amount` that the issuer approved without us. It has no price yet, so no hold. */
  unpriced: bigint;
  /** Whether the issuer's outcome of an approval is unknown. */
  isAwaiting: boolean;
  /** Sum of the approvals that count, in minor units. */
  approved: bigint;
}

/**
 * Returns what is authorized. An approval counts if the issuer has approved its request, too, or not decided it yet as far
 * as we know. If some was reversed, the latest approvals are reversed first.
 */
export function authorizedOf({ approvals, authorization }: PurchaseFacts): Authorized {
  const entries = authorization?.requests ?? [];
  const isDeclined = authorization !== null && !authorization.isApproved;
  const isOpen = authorization === null || authorization.status === 'pending';
  const byPlace = new Map<number | string, Approval>();
  // A request that was repeated has the same place: its latest approval counts.
  for (const approval of [...approvals].sort(inTime))
    byPlace.set(approval.position ?? approval.eventId, approval);
  const isInFlight = ({ position }: Approval) => position !== null && position >= entries.length;
  const counted = [...byPlace.values()].sort(inTime).filter((approval) => {
    if (isDeclined) return false;
    if (isInFlight(approval)) return isOpen;
    return approval.position === null || entries[approval.position]?.isApproved === true;
  });
  const sum = (some: readonly Approval[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const inFlight = counted.filter(isInFlight);
  const approved = sum(counted);
  const layers = counted.map(({ amount, quote, approvedAt }) => ({
    amount,
    tokens: tokensToCharge(amount, quote),
    approvedAt,
  }));
  const confirmed = isDeclined || !authorization ? 0n : authorization.amount;
  // What is left of an expired authorization doesn't include what was captured before, so its approvals count.
  const isEnded = authorization?.status === 'expired' || authorization?.status === 'reversed';
  const amount = isEnded ? approved : confirmed + sum(inFlight);
  return {
    amount,
    layers,
    tokens: tokensWithin(layers, amount, 'up'),
    unpriced: amount > approved ? amount - approved : 0n,
    isAwaiting: inFlight.length > 0,
    approved,
  };
}
