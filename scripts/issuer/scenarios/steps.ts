import type Stripe from 'stripe';
import type { Merchant } from './merchants';
import type { StepId } from './step-ids';

/** What a merchant does with a card, step by step. Only IDs: the issuer has the rest. */
export interface Purchase {
  card: string;
  merchant: Merchant;
  authorization?: string;
  /** Transactions that the steps have created, oldest first. */
  transactions: string[];
}

/** A purchase as the issuer shows it. */
export interface PurchaseView {
  authorization?: Stripe.Issuing.Authorization;
  transactions: Stripe.Issuing.Transaction[];
}

interface StepCall {
  stripe: Stripe;
  purchase: Purchase;
  view: PurchaseView;
  /** Amount in cents, or `undefined` for the usual one. */
  amount: number | undefined;
}

type Step = (call: StepCall) => Promise<unknown>;

/** Reads a purchase from the issuer. */
export async function readPurchase(
  stripe: Stripe,
  { authorization, transactions }: Purchase,
): Promise<PurchaseView> {
  const { issuing } = stripe;
  return {
    ...(authorization ? { authorization: await issuing.authorizations.retrieve(authorization) } : {}),
    transactions: await Promise.all(transactions.map((id) => issuing.transactions.retrieve(id))),
  };
}

function authorizationOf({ purchase }: StepCall): string {
  if (!purchase.authorization) throw new Error('This purchase has no authorization yet');
  return purchase.authorization;
}

function lastCapture({ view }: StepCall): Stripe.Issuing.Transaction {
  const capture = view.transactions.findLast(({ type }) => type === 'capture');
  if (!capture) throw new Error('This purchase has no transaction yet');
  return capture;
}

/** Authorizes the merchant's amount. A new purchase at the same merchant starts if there was one. */
async function pay({ stripe, purchase, amount }: StepCall): Promise<void> {
  const { card, merchant } = purchase;
  const { data, method, abroad, isAmountControllable, atmFee } = merchant;
  const total = amount ?? merchant.amount;
  const { id } = await stripe.testHelpers.issuing.authorizations.create({
    card,
    amount: total,
    currency: 'usd',
    authorization_method: method,
    merchant_data: data,
    ...(abroad
      ? {
          merchant_amount: Math.round((abroad.amount * total) / merchant.amount),
          merchant_currency: abroad.currency,
        }
      : {}),
    ...(isAmountControllable ? { is_amount_controllable: true } : {}),
    ...(atmFee === undefined ? {} : { amount_details: { atm_fee: atmFee, cashback_amount: 0 } }),
  });
  purchase.authorization = id;
}

/** Captures an amount, and remembers the new transaction. */
const capture =
  (closes: boolean): Step =>
  async (call) => {
    const { stripe, purchase, amount } = call;
    const { transactions } = await stripe.testHelpers.issuing.authorizations.capture(authorizationOf(call), {
      ...(amount === undefined ? {} : { capture_amount: amount }),
      close_authorization: closes,
    });
    const known = new Set(purchase.transactions);
    purchase.transactions.push(...transactions.map(({ id }) => id).filter((id) => !known.has(id)));
  };

async function withoutAuthorization(
  { stripe, purchase, amount }: StepCall,
  create: 'createForceCapture' | 'createUnlinkedRefund',
): Promise<void> {
  const { card, merchant } = purchase;
  const { id } = await stripe.testHelpers.issuing.transactions[create]({
    card,
    amount: amount ?? merchant.amount,
    currency: 'usd',
    merchant_data: merchant.data,
  });
  purchase.transactions.push(id);
}

const STEPS: Record<StepId, Step> = {
  pay,
  increment: (call) =>
    call.stripe.testHelpers.issuing.authorizations.increment(authorizationOf(call), {
      increment_amount: call.amount ?? 1_000,
    }),
  finalize: (call) =>
    call.stripe.testHelpers.issuing.authorizations.finalizeAmount(authorizationOf(call), {
      final_amount: call.amount ?? call.purchase.merchant.amount,
    }),
  capture_part: capture(false),
  capture: capture(true),
  force_capture: (call) => withoutAuthorization(call, 'createForceCapture'),
  reverse_part: (call) =>
    call.stripe.testHelpers.issuing.authorizations.reverse(authorizationOf(call), {
      reverse_amount: call.amount ?? 1_000,
    }),
  reverse: (call) => call.stripe.testHelpers.issuing.authorizations.reverse(authorizationOf(call)),
  expire: (call) => call.stripe.testHelpers.issuing.authorizations.expire(authorizationOf(call)),
  refund: async (call) => {
    const { stripe, purchase, amount } = call;
    const { id } = await stripe.testHelpers.issuing.transactions.refund(lastCapture(call).id, {
      ...(amount === undefined ? {} : { refund_amount: amount }),
    });
    purchase.transactions.push(id);
  },
  unlinked_refund: (call) => withoutAuthorization(call, 'createUnlinkedRefund'),
};

/** Takes one step of a purchase, and returns the purchase as it is then. Rejects with the issuer's error. */
export async function takeStep(
  stripe: Stripe,
  purchase: Purchase,
  step: StepId,
  amount?: number,
): Promise<PurchaseView> {
  await STEPS[step]({ stripe, purchase, view: await readPurchase(stripe, purchase), amount });
  return readPurchase(stripe, purchase);
}

/** Returns the steps that are possible for a purchase now, in the order of its merchant. */
export function possibleSteps(
  { merchant }: Purchase,
  { authorization, transactions }: PurchaseView,
): StepId[] {
  const isOpen = authorization?.approved === true && authorization.status === 'pending';
  const canCapture = authorization?.approved === true && authorization.status !== 'reversed';
  const isCaptured = transactions.some(({ type }) => type === 'capture');
  const isPossible: Record<StepId, boolean> = {
    pay: !isOpen,
    increment: isOpen,
    finalize: isOpen && transactions.length === 0,
    capture_part: canCapture,
    capture: canCapture,
    force_capture: true,
    reverse_part: isOpen,
    reverse: isOpen,
    expire: isOpen,
    refund: isCaptured,
    unlinked_refund: true,
  };
  const offered = new Set([...merchant.script.map(([step]) => step), ...(merchant.more ?? [])]);
  return [...offered].filter((step) => isPossible[step]);
}
