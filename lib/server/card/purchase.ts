import 'server-only';
import { type Authorized, authorizedOf } from './authorized';
import { type Charges, chargesOf, type Posting } from './charges';
import { creditsOf, type Return } from './credits';
import type { PricedTransaction, PurchaseFacts } from './purchase-facts';

export type PurchaseState =
  | 'above_margin'
  | 'captured'
  | 'declined'
  | 'dispute_lost'
  | 'dispute_won'
  | 'disputed'
  | 'expired'
  | 'force_posted'
  | 'over_captured'
  | 'partly_captured'
  | 'partly_refunded'
  | 'partly_reversed'
  | 'pending'
  | 'refunded'
  | 'reversed';

/** The state of a purchase, and what the contract should have for it. Token amounts are in base units. */
export interface Purchase {
  state: PurchaseState;
  /** Tokens that should be held. 0 if there should be no hold. */
  hold: bigint;
  /** Captures to take from the hold. `hold` is the amount that remains held after them. */
  captures: readonly Posting[];
  /** Debits without a hold. A transaction that is in `captures`, too, exceeds the margin by this. */
  debits: readonly Posting[];
  credits: readonly Posting[];
  /** Debits that were refused, less credits that were refused: what the user has to pay. */
  owed: { amount: bigint; tokens: bigint };
  /** Totals in minor units of the card's currency. */
  authorized: bigint;
  captured: bigint;
  returned: bigint;
  /** Amount that the issuer approved without us, in minor units. Record it as an approval with the current price. */
  unpriced: bigint;
  /** Whether facts are missing: read the authorization if this lasts for more than a minute. */
  isIncomplete: boolean;
}

type Timed = { id: string; createdAt: Date };
const inTime = (one: Timed, other: Timed) =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

const isCapture = ({ type, amount }: PricedTransaction) => type === 'capture' && amount < 0n;

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => bigint) =>
  items.reduce((sum, item) => sum + value(item), 0n);

/** Refunds, captures that were taken back, and won disputes. Within a second, what comes back precedes reversals. */
function returnsOf({ transactions, disputes }: PurchaseFacts): Return[] {
  const won = disputes.filter(({ status }) => status === 'won');
  return [...transactions.filter((transaction) => !isCapture(transaction)), ...won].sort(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      Number(one.amount < 0n) - Number(other.amount < 0n) ||
      inTime(one, other),
  );
}

function stateOfDisputes({ disputes }: PurchaseFacts): PurchaseState | undefined {
  const has = (status: string) => disputes.some((dispute) => dispute.status === status);
  if (has('submitted')) return 'disputed';
  if (has('won')) return 'dispute_won';
  return has('lost') ? 'dispute_lost' : undefined;
}

function stateOfCaptures(
  { authorization, approvals }: PurchaseFacts,
  { amount }: Authorized,
  { captured, charges }: { captured: bigint; charges: Charges },
): PurchaseState {
  const status = authorization?.status;
  if (authorization?.isApproved === false || (!authorization && approvals.length === 0))
    return 'force_posted';
  if (charges.debits.length > 0 && (charges.captures.length > 0 || captured > amount)) return 'above_margin';
  if (captured > amount) return 'over_captured';
  // An expired one can be captured again, but nothing is held for that.
  return status === 'closed' || status === 'expired' || status === 'reversed'
    ? 'captured'
    : 'partly_captured';
}

function stateWithoutCaptures({ authorization }: PurchaseFacts, authorized: Authorized): PurchaseState {
  if (authorization?.isApproved === false) return 'declined';
  const status = authorization?.status ?? 'pending';
  if (status === 'expired' || status === 'reversed') return status;
  if (status === 'closed') return 'reversed';
  return authorized.amount < authorized.approved ? 'partly_reversed' : 'pending';
}

/**
 * Returns the state of a purchase. It depends on the facts only, not on the order in which they arrived, and they don't
 * have to be complete.
 */
export function purchaseOf(facts: PurchaseFacts): Purchase {
  const { authorization, transactions, refused, overCaptureBps } = facts;
  const authorized = authorizedOf(facts);
  const status = authorization?.status ?? 'pending';
  const hasHold = authorization?.isApproved !== false && (status === 'pending' || status === 'closed');
  const ordered = transactions.filter(isCapture).sort(inTime);
  const charges = chargesOf(ordered, authorized, { hasHold, overCaptureBps });
  const { credits, debits: reversals, returned } = creditsOf(returnsOf(facts), charges.layers);

  const known = new Set(transactions.map(({ id }) => id));
  const hasUnknown = authorization?.transactions.some(({ id }) => !known.has(id)) ?? false;
  const names = transactions.some(({ authorizationId }) => authorizationId !== null);
  const debits = [...charges.debits, ...reversals];
  const isRefused = ({ id }: Posting) => refused.has(id);
  const owes = (value: (posting: Posting) => bigint) => {
    const owed = sumOf(debits.filter(isRefused), value) - sumOf(credits.filter(isRefused), value);
    return owed > 0n ? owed : 0n;
  };

  const captured = sumOf(ordered, ({ amount }) => -amount);
  const refundState = (): PurchaseState | undefined => {
    if (returned <= 0n) return undefined;
    return returned >= captured ? 'refunded' : 'partly_refunded';
  };
  const baseState = () => {
    if (ordered.length > 0) return stateOfCaptures(facts, authorized, { captured, charges });
    // A refund that was taken back, without a purchase.
    if (!authorization && facts.approvals.length === 0 && returned <= 0n) return 'force_posted';
    return stateWithoutCaptures(facts, authorized);
  };
  return {
    state: stateOfDisputes(facts) ?? refundState() ?? baseState(),
    // Captures of a closed authorization that haven't arrived yet still need the hold.
    hold: hasHold && (status === 'pending' || hasUnknown) ? charges.held : 0n,
    captures: charges.captures,
    debits,
    credits,
    owed: { amount: owes(({ amount }) => amount), tokens: owes(({ tokens }) => tokens) },
    authorized: authorized.amount,
    captured,
    returned,
    unpriced: authorized.unpriced,
    isIncomplete: authorized.isAwaiting || hasUnknown || (names && authorization === null),
  };
}
