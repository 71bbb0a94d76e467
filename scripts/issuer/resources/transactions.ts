import type Stripe from 'stripe';
import { z } from 'zod';
import { newId } from '../state/ids';
import type { Issuer } from '../state/issuer';
import type { Transaction } from '../state/state';
import { invalidParameter } from '../wire/errors';
import { currency, expand, integer, mergeMetadata, metadata, onlyExpand, readForm, text } from '../wire/form';
import { listFields, listPage, matches } from '../wire/list';
import { captureParams } from './authorization-params';
import { type Call, change, type Route } from './call';
import { findCard, findTransaction } from './find';
import { merchantData, merchantParams } from './merchant';

const purchaseParams = captureParams.shape.purchase_details;

const withoutAuthorization = z.strictObject({
  amount: integer(1, 99_999_999),
  card: text(),
  currency: currency.optional(),
  expand,
  merchant_data: merchantParams,
  purchase_details: purchaseParams,
});
const updateParams = z.strictObject({ expand, metadata });
const listParams = z.strictObject({
  ...listFields,
  card: text().optional(),
  cardholder: text().optional(),
  type: z.enum(['capture', 'refund']).optional(),
});

export function purchaseDetails(
  params: z.output<typeof purchaseParams>,
): Stripe.Issuing.Transaction.PurchaseDetails | null {
  if (!params) return null;
  const { lodging, reference } = params;
  return {
    fleet: null,
    flight: null,
    fuel: null,
    lodging: lodging ? { check_in_at: lodging.check_in_at ?? null, nights: lodging.nights ?? null } : null,
    receipt: null,
    reference: reference ?? null,
  };
}

type NewTransaction = Pick<
  Transaction,
  | 'amount'
  | 'amount_details'
  | 'authorization'
  | 'card'
  | 'cardholder'
  | 'currency'
  | 'merchant_amount'
  | 'merchant_currency'
  | 'merchant_data'
  | 'purchase_details'
  | 'type'
  | 'wallet'
> & { authorization_code: string | null; network_transaction: string | null };

/** Adds a transaction. Amounts that the card pays are negative. */
export function addTransaction(
  { state, now }: Issuer,
  { authorization_code, network_transaction, ...details }: NewTransaction,
): Transaction {
  const created = now();
  return state.transactions.add({
    ...details,
    id: newId('ipi'),
    object: 'issuing.transaction',
    balance_transaction: newId('txn'),
    created,
    dispute: null,
    livemode: false,
    metadata: {},
    network_data: {
      authorization_code,
      processing_date: new Date(created * 1000).toISOString().slice(0, 10),
      transaction_id: network_transaction,
    },
  });
}

/** Adds a capture without an authorization (`sign` -1), or a refund without a purchase (`sign` 1). */
function addUnlinked({ issuer, form, emit }: Call, type: 'capture' | 'refund', sign: -1 | 1): Transaction {
  const params = readForm(withoutAuthorization, form);
  const card = findCard(issuer, params.card);
  if (params.currency && params.currency !== card.currency)
    throw invalidParameter('currency', `The currency of this card is ${card.currency}.`);
  const transaction = addTransaction(issuer, {
    authorization: null,
    type,
    amount: sign * params.amount,
    merchant_amount: sign * params.amount,
    currency: card.currency,
    merchant_currency: card.currency,
    card: card.id,
    cardholder: card.cardholder,
    merchant_data: merchantData(params.merchant_data),
    wallet: null,
    amount_details: { atm_fee: null, cashback_amount: null },
    authorization_code: null,
    network_transaction: newId('nt'),
    purchase_details: purchaseDetails(params.purchase_details),
  });
  emit('issuing_transaction.created', transaction);
  return transaction;
}

const path = '/v1/issuing/transactions';
const testPath = '/v1/test_helpers/issuing/transactions';

export const transactionRoutes: Route[] = [
  {
    method: 'POST',
    path: `${testPath}/create_force_capture`,
    run: (call) => addUnlinked(call, 'capture', -1),
  },
  {
    method: 'POST',
    path: `${testPath}/create_unlinked_refund`,
    run: (call) => addUnlinked(call, 'refund', 1),
  },
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listParams, form);
      const { card, cardholder, type } = params;
      const items = issuer.state.transactions.newestFirst();
      const listed = items.filter((item) => matches(item, { card, cardholder, type }));
      return listPage(listed, { kind: 'issuing transaction', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      return findTransaction(issuer, id);
    },
  },
  {
    method: 'POST',
    path: `${path}/:id`,
    run: ({ issuer, id, form, emit }) => {
      const params = readForm(updateParams, form);
      const transaction = findTransaction(issuer, id);
      const merged = mergeMetadata(transaction.metadata, params.metadata);
      emit('issuing_transaction.updated', transaction, change(transaction, { metadata: merged }));
      return transaction;
    },
  },
];
