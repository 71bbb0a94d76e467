import { newId } from '../state/ids';
import type { Authorization } from '../state/state';
import { invalidParameter, missingParameter, refused } from '../wire/errors';
import { mergeMetadata, onlyExpand, readForm } from '../wire/form';
import { listPage, matches } from '../wire/list';
import {
  createAuthorizationParams,
  incrementParams,
  listAuthorizationParams,
  updateAuthorizationParams,
} from './authorization-params';
import { type Call, change, type Route } from './call';
import { findAuthorization, findCard } from './find';
import { merchantData } from './merchant';
import { newNetworkData, requestAmount } from './request-authorization';

/** Amounts in the card's and the merchant's currency. The issuer converts nothing: it must be given both if they differ. */
function amountsOf(
  params: { amount?: number; merchant_amount?: number; currency?: string; merchant_currency?: string },
  cardCurrency: string,
) {
  const { currency = cardCurrency, merchant_currency: merchantCurrency = currency } = params;
  if (currency !== cardCurrency)
    throw invalidParameter('currency', `The currency of this card is ${cardCurrency}.`);
  const isSame = currency === merchantCurrency;
  const { amount = isSame ? params.merchant_amount : undefined } = params;
  if (amount === undefined) throw missingParameter('amount');
  const { merchant_amount: merchantAmount = isSame ? amount : undefined } = params;
  if (merchantAmount === undefined) throw missingParameter('merchant_amount');
  if (isSame && merchantAmount !== amount)
    throw invalidParameter('merchant_amount', 'Amounts in the same currency must be equal.');
  return { amount, merchant_amount: merchantAmount, currency, merchant_currency: merchantCurrency };
}

async function create({ issuer, form, emit }: Call): Promise<Authorization> {
  const params = readForm(createAuthorizationParams, form);
  const card = findCard(issuer, params.card);
  const { currency, merchant_currency, ...amounts } = amountsOf(params, card.currency);
  const method = params.authorization_method ?? 'online';
  const checks = params.verification_data;
  const authorization: Authorization = {
    id: newId('iauth'),
    object: 'issuing.authorization',
    amount: 0,
    amount_details: {
      atm_fee: params.amount_details?.atm_fee ?? null,
      cashback_amount: params.amount_details?.cashback_amount ?? null,
    },
    approved: false,
    authorization_method: method,
    balance_transactions: [],
    card: card.id,
    card_presence: method === 'online' || method === 'keyed_in' ? 'not_present' : 'present',
    cardholder: card.cardholder,
    created: issuer.now(),
    currency,
    fleet: null,
    fuel: null,
    livemode: false,
    merchant_amount: 0,
    merchant_currency,
    merchant_data: merchantData(params.merchant_data),
    metadata: {},
    network_data: newNetworkData(params.network_data?.acquiring_institution_id),
    pending_request: null,
    request_history: [],
    status: 'pending',
    verification_data: {
      address_line1_check: checks?.address_line1_check ?? 'not_provided',
      address_postal_code_check: checks?.address_postal_code_check ?? 'not_provided',
      authentication_exemption: null,
      cvc_check: checks?.cvc_check ?? 'not_provided',
      expiry_check: checks?.expiry_check ?? 'match',
      postal_code: null,
      three_d_secure: checks?.three_d_secure ?? null,
    },
    verified_by_fraud_challenge: null,
    wallet: params.wallet ?? null,
  };
  issuer.state.authorizations.add(authorization);
  const is_amount_controllable = params.is_amount_controllable ?? false;
  await requestAmount({ issuer }, authorization, { ...amounts, is_amount_controllable });
  emit('issuing_authorization.created', authorization);
  return authorization;
}

async function increment({ issuer, id, form, emit }: Call): Promise<Authorization> {
  const params = readForm(incrementParams, form);
  const authorization = findAuthorization(issuer, id);
  const { status, approved, pending_request: pending } = authorization;
  if (!approved || status !== 'pending')
    throw refused('You can only increment an approved authorization whose status is pending.');
  if (pending) throw refused('Another request for this authorization is still being decided.');
  const before = structuredClone(authorization);
  const rate = authorization.amount === 0 ? 1 : authorization.merchant_amount / authorization.amount;
  await requestAmount({ issuer }, authorization, {
    amount: params.increment_amount,
    merchant_amount: Math.round(params.increment_amount * rate),
    is_amount_controllable: params.is_amount_controllable ?? false,
  });
  emit('issuing_authorization.updated', authorization, change(before, authorization));
  return authorization;
}

const path = '/v1/issuing/authorizations';

export const authorizationRoutes: Route[] = [
  { method: 'POST', path: '/v1/test_helpers/issuing/authorizations', run: create },
  { method: 'POST', path: '/v1/test_helpers/issuing/authorizations/:id/increment', run: increment },
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listAuthorizationParams, form);
      const { card, cardholder, status } = params;
      const items = issuer.state.authorizations.newestFirst();
      const listed = items.filter((item) => matches(item, { card, cardholder, status }));
      return listPage(listed, { kind: 'issuing authorization', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      return findAuthorization(issuer, id);
    },
  },
  {
    method: 'POST',
    path: `${path}/:id`,
    run: ({ issuer, id, form, emit }) => {
      const params = readForm(updateAuthorizationParams, form);
      const authorization = findAuthorization(issuer, id);
      const metadata = mergeMetadata(authorization.metadata, params.metadata);
      emit('issuing_authorization.updated', authorization, change(authorization, { metadata }));
      return authorization;
    },
  },
];
