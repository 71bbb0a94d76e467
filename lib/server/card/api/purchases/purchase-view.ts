import 'server-only';
import type { z } from 'zod';
import type { purchase } from '@/lib/api/schemas/card';
import { max, min } from '@/lib/evm/bigint';
import type { Posting } from '../../charges';
import { CARD_CURRENCY } from '../../currency';
import { purchaseFacts } from '../../ledger/read-purchase';
import type { StoredPurchase } from '../../ledger/stored-purchase';
import { type Purchase, type PurchaseState, purchaseOf } from '../../purchase';
import { shortPrice } from '../../quote';
import type { ListedPurchase } from './list-purchases';
import { declineReason, stepsOf } from './purchase-steps';

export type PurchaseView = z.input<typeof purchase>;

/** States as the API has them. How much a capture exceeds its hold is in the amounts. */
const STATES: Record<PurchaseState, PurchaseView['state']> = {
  above_margin: 'captured',
  captured: 'captured',
  declined: 'declined',
  dispute_lost: 'disputeLost',
  dispute_won: 'disputeWon',
  disputed: 'disputed',
  expired: 'expired',
  force_posted: 'captured',
  over_captured: 'captured',
  partly_captured: 'partlyCaptured',
  partly_refunded: 'partlyRefunded',
  partly_reversed: 'pending',
  pending: 'pending',
  refunded: 'refunded',
  reversed: 'reversed',
};

const COUNTRY = /^[A-Z]{2}$/;
const tokensOf = (postings: readonly Posting[]) =>
  String(postings.reduce((sum, { tokens }) => sum + tokens, 0n));

/** Whether no approval is left of a purchase that the issuer hasn't reported. */
const isDeclined = ({ authorization, requests, transactions }: StoredPurchase): boolean =>
  authorization === null &&
  transactions.length === 0 &&
  !requests.some(({ isApproved, releasedAt }) => isApproved && releasedAt === null);

function merchantOf({ authorization, transactions, requests }: StoredPurchase): PurchaseView['merchant'] {
  const [request] = requests;
  const known = authorization?.merchant ??
    transactions[0]?.snapshot.merchant ?? {
      id: request?.merchantId ?? null,
      name: request?.merchantName ?? null,
      category: request?.merchantCategory ?? null,
      city: request?.merchantCity ?? null,
      country: request?.merchantCountry ?? null,
    };
  // Merchants' banks report it, and it can be anything.
  return { ...known, country: known.country !== null && COUNTRY.test(known.country) ? known.country : null };
}

/** The merchant's amount and currency, as of the authorization, the requests, or the transaction. */
function merchantAmount({ authorization, transactions, requests }: StoredPurchase) {
  const [transaction] = transactions;
  const [request] = requests;
  if (authorization)
    return { merchantAmount: authorization.merchantAmount, merchantCurrency: authorization.merchantCurrency };
  if (request) return { merchantAmount: request.merchantAmount, merchantCurrency: request.merchantCurrency };
  const amount = transaction?.merchantAmount ?? 0n;
  return {
    merchantAmount: amount < 0n ? -amount : amount,
    merchantCurrency: transaction?.merchantCurrency ?? CARD_CURRENCY,
  };
}

/** The captured transaction that can be disputed: one without a dispute, or whose dispute wasn't submitted. */
function disputableOf(
  { transactions, disputes }: StoredPurchase,
  state: Purchase,
): PurchaseView['disputable'] {
  if (state.returned >= state.captured) return null;
  const capture = transactions.find(
    ({ id, kind, amount }) =>
      kind === 'capture' &&
      amount < 0n &&
      !disputes.some(({ transactionId, status }) => transactionId === id && status !== 'unsubmitted'),
  );
  return capture ? { transactionId: capture.id, amount: String(-capture.amount) } : null;
}

function amountsOf(state: Purchase, accountOwes: bigint, declined: boolean) {
  const held = declined || state.hold === 0n ? 0n : max(state.authorized - state.captured, 0n);
  return {
    amount: String(held + state.captured - state.returned),
    held: String(held),
    charged: String(state.captured),
    returned: String(state.returned),
    tokens: {
      held: String(declined ? 0n : state.hold),
      charged: tokensOf([...state.captures, ...state.debits]),
      returned: tokensOf(state.credits),
      // What was owed for this purchase can be paid, or settled by a refund of another one.
      owed: String(min(state.owed.tokens, accountOwes)),
    },
  };
}

/** Price and margin of the first approval, or else of the transaction. */
function priceOf({ requests, transactions }: StoredPurchase) {
  const { price, marginBps } = requests.find((request) => request.price !== null) ??
    transactions[0] ?? { price: null, marginBps: null };
  return { price: price && shortPrice(price), marginBps };
}

/** Returns a purchase as its owner sees it. */
export function viewOf(
  { id, card, accountOwes, createdAt }: ListedPurchase,
  stored: StoredPurchase,
  isPossibleDuplicate: boolean,
): PurchaseView {
  const state = purchaseOf(purchaseFacts(card, stored));
  const declined = isDeclined(stored) || state.state === 'declined';
  const [dispute] = stored.disputes;
  const expiries = stored.operations.flatMap(({ kind, state: sent, expiresAt }) =>
    kind === 'hold' && sent !== 'canceled' && sent !== 'refused' && expiresAt ? [expiresAt.getTime()] : [],
  );
  const { merchantAmount: atMerchant, merchantCurrency } = merchantAmount(stored);
  return {
    id,
    cardId: card.id,
    state: declined ? 'declined' : STATES[state.state],
    merchant: merchantOf(stored),
    currency: stored.authorization?.currency ?? stored.requests[0]?.currency ?? CARD_CURRENCY,
    ...amountsOf(state, accountOwes, declined),
    merchantAmount: String(atMerchant),
    merchantCurrency,
    ...priceOf(stored),
    holdExpiresAt:
      !declined && state.hold > 0n && expiries.length > 0
        ? new Date(Math.max(...expiries)).toISOString()
        : null,
    reason: declined ? declineReason(stored.requests.at(-1), stored.authorization) : null,
    isPossibleDuplicate: isPossibleDuplicate && !declined,
    dispute: dispute ? { status: dispute.status, amount: String(dispute.amount) } : null,
    disputable: disputableOf(stored, state),
    steps: stepsOf(stored, state),
    createdAt: createdAt.toISOString(),
  };
}
