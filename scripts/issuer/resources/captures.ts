import type { Authorization } from '../state/state';
import { transactionsOf } from '../state/views';
import { invalidParameter, refused } from '../wire/errors';
import { onlyExpand, readForm } from '../wire/form';
import { captureParams, finalizeParams, reverseParams } from './authorization-params';
import { type Call, change, type Route } from './call';
import { findAuthorization } from './find';
import { addTransaction, purchaseDetails } from './transactions';

const FUEL = 'automated_fuel_dispensers';

/** Amount that was captured so far, positive. */
const capturedOf = ({ issuer }: Call, { id }: Authorization) =>
  transactionsOf(issuer.state, id).reduce(
    (sum, { type, amount }) => sum + (type === 'capture' ? -amount : 0),
    0,
  );

function checkApproved({ approved, pending_request: pending }: Authorization, action: string): void {
  if (!approved) throw refused(`You cannot ${action} an authorization that was declined.`);
  if (pending) throw refused('A request for this authorization is still being decided.');
}

function checkPending(authorization: Authorization, action: string): void {
  checkApproved(authorization, action);
  const { status } = authorization;
  if (status !== 'pending') throw refused(`You cannot ${action} an authorization whose status is ${status}.`);
}

const inMerchantCurrency = ({ amount, merchant_amount: merchantAmount }: Authorization, part: number) =>
  amount === 0 ? part : Math.round((merchantAmount * part) / amount);

/**
 * Captures any amount, whatever the status and limits of the card, and several times. Only a reversed authorization
 * can't be captured.
 */
function capture(call: Call): Authorization {
  const { issuer, id, form, emit } = call;
  const params = readForm(captureParams, form);
  const authorization = findAuthorization(issuer, id);
  checkApproved(authorization, 'capture');
  const { status, amount, currency, merchant_currency } = authorization;
  if (status === 'reversed') throw refused('You cannot capture an authorization whose status is reversed.');
  const captured = params.capture_amount ?? amount;
  if (captured === 0) throw invalidParameter('capture_amount', 'The amount of this authorization is 0.');
  const { card, cardholder, merchant_data, wallet, amount_details, network_data, request_history } =
    authorization;
  const transaction = addTransaction(issuer, {
    authorization: id,
    type: 'capture',
    amount: -captured,
    merchant_amount:
      currency === merchant_currency ? -captured : -inMerchantCurrency(authorization, captured),
    currency,
    merchant_currency,
    card,
    cardholder,
    merchant_data,
    wallet,
    amount_details,
    authorization_code: request_history.find(({ approved }) => approved)?.authorization_code ?? null,
    network_transaction: network_data?.transaction_id ?? null,
    purchase_details: purchaseDetails(params.purchase_details),
  });
  emit('issuing_transaction.created', transaction);
  const closes = params.close_authorization ?? true;
  const previous = change(authorization, closes && status === 'pending' ? { status: 'closed' } : {});
  emit('issuing_authorization.updated', authorization, previous);
  return authorization;
}

function reverse(call: Call): Authorization {
  const { issuer, id, form, emit } = call;
  const params = readForm(reverseParams, form);
  const authorization = findAuthorization(issuer, id);
  checkPending(authorization, 'reverse');
  const left = authorization.amount - capturedOf(call, authorization);
  const reversed = params.reverse_amount ?? left;
  if (reversed > left)
    throw invalidParameter('reverse_amount', `You can reverse at most ${left}, which is not captured yet.`);
  const isAll = reversed === left;
  const previous = change(authorization, {
    amount: authorization.amount - reversed,
    merchant_amount: authorization.merchant_amount - inMerchantCurrency(authorization, reversed),
    ...(isAll ? { status: left === authorization.amount ? 'reversed' : 'closed' } : {}),
  });
  emit('issuing_authorization.updated', authorization, previous);
  return authorization;
}

/** Expires an authorization, whose amount is then what is left for a late capture. */
function expire(call: Call): Authorization {
  const { issuer, id, form, emit } = call;
  readForm(onlyExpand, form);
  const authorization = findAuthorization(issuer, id);
  checkPending(authorization, 'expire');
  const amount = Math.max(0, authorization.amount - capturedOf(call, authorization));
  const merchant_amount = inMerchantCurrency(authorization, amount);
  const previous = change(authorization, { amount, merchant_amount, status: 'expired' });
  emit('issuing_authorization.updated', authorization, previous);
  return authorization;
}

/** Sets the amount after an estimate, as pumps do once the fuel is in the tank. */
function finalizeAmount({ issuer, id, form, emit }: Call): Authorization {
  const { final_amount: amount } = readForm(finalizeParams, form);
  const authorization = findAuthorization(issuer, id);
  checkPending(authorization, 'finalize the amount of');
  if (authorization.merchant_data.category !== FUEL)
    throw refused(`Only authorizations of merchants with the category ${FUEL} have an estimated amount.`);
  const merchant_amount = inMerchantCurrency(authorization, amount);
  emit('issuing_authorization.updated', authorization, change(authorization, { amount, merchant_amount }));
  return authorization;
}

const path = '/v1/test_helpers/issuing/authorizations/:id';

export const captureRoutes: Route[] = [
  { method: 'POST', path: `${path}/capture`, run: capture },
  { method: 'POST', path: `${path}/expire`, run: expire },
  { method: 'POST', path: `${path}/finalize_amount`, run: finalizeAmount },
  { method: 'POST', path: `${path}/reverse`, run: reverse },
];
