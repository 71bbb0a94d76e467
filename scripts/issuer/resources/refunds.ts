import { z } from 'zod';
import type { Issuer } from '../state/issuer';
import type { Transaction } from '../state/state';
import { invalidParameter, refused } from '../wire/errors';
import { expand, integer, readForm } from '../wire/form';
import type { Call, Route } from './call';
import { findTransaction } from './find';
import { addTransaction } from './transactions';

const refundParams = z.strictObject({ refund_amount: integer(1, 99_999_999).optional(), expand });

/** Refunded amount so far by capture. Stripe doesn't show which capture a refund is for. */
const refunded = new WeakMap<Transaction, number>();

/** Returns the authorization that a refund names. The fault links it to another one of the card, or to none. */
function linkOf({ state, faults }: Issuer, { card, authorization }: Transaction): string | null {
  if (!faults.take('wrong_refund_link')) return authorization;
  const others = state.authorizations.newestFirst();
  return others.find((other) => other.card === card && other.id !== authorization)?.id ?? null;
}

function refund({ issuer, id, form, emit }: Call): Transaction {
  const params = readForm(refundParams, form);
  const capture = findTransaction(issuer, id);
  if (capture.type !== 'capture') throw refused('You can only refund transactions whose type is capture.');
  const before = refunded.get(capture) ?? 0;
  const left = -capture.amount - before;
  const amount = params.refund_amount ?? left;
  if (amount > left || left === 0)
    throw invalidParameter('refund_amount', `You can refund at most ${left} of this transaction.`);
  refunded.set(capture, before + amount);
  const { card, cardholder, currency, merchant_currency, merchant_data, amount_details, wallet } = capture;
  const transaction = addTransaction(issuer, {
    authorization: linkOf(issuer, capture),
    type: 'refund',
    amount,
    merchant_amount: Math.round((capture.merchant_amount * amount) / capture.amount),
    currency,
    merchant_currency,
    card,
    cardholder,
    merchant_data,
    wallet,
    amount_details,
    authorization_code: null,
    network_transaction: capture.network_data?.transaction_id ?? null,
    purchase_details: null,
  });
  emit('issuing_transaction.created', transaction);
  return transaction;
}

/**
 * Takes a refund back, with a transaction of the same type and a negative amount.
 *
 * @throws {ApiError} if the transaction isn't a refund.
 */
export function reverseRefund(issuer: Issuer, id: string): Transaction {
  const refund = findTransaction(issuer, id);
  if (refund.type !== 'refund' || refund.amount < 0) throw refused('This transaction is not a refund.');
  const reversal = addTransaction(issuer, {
    ...refund,
    amount: -refund.amount,
    merchant_amount: -refund.merchant_amount,
    authorization_code: null,
    network_transaction: refund.network_data?.transaction_id ?? null,
  });
  issuer.emit('issuing_transaction.created', reversal);
  return reversal;
}

export const refundRoutes: Route[] = [
  { method: 'POST', path: '/v1/test_helpers/issuing/transactions/:id/refund', run: refund },
];
