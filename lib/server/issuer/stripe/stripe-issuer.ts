import 'server-only';
import Stripe from 'stripe';
import type {
  Issuer,
  Listed,
  NewCard,
  NewHolder,
  PostalAddress,
  SpendingLimits,
  WebhookEndpoint,
} from '../issuer';
import { evidenceParams } from './evidence';
import {
  readAuthorization,
  readCard,
  readDispute,
  readEphemeralKey,
  readHolder,
  readTransaction,
} from './read-facts';
import { toRequestError } from './request-error';
import { minorUnits, seconds } from './units';
import { readDecision, readEvent, verifyWebhook, writeDecision } from './webhooks';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const PAGE = 100;

export interface StripeSettings {
  apiKey: string;
  /** Origin of another server that speaks Stripe's API, or undefined for Stripe's own. */
  origin: string | undefined;
  /** Signing secrets by endpoint. Several are valid during a rotation. */
  secrets: Record<WebhookEndpoint, readonly string[]>;
}

function newClient({ apiKey, origin }: StripeSettings): Stripe {
  // Retries are safe: the client gives those of a request without a key one of their own.
  const common = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES };
  if (origin === undefined) return new Stripe(apiKey, common);
  const { protocol, hostname, port } = new URL(origin);
  const isHttp = protocol === 'http:';
  return new Stripe(apiKey, {
    ...common,
    protocol: isHttp ? 'http' : 'https',
    host: hostname,
    port: port || (isHttp ? 80 : 443),
  });
}

const addressParams = ({ postalCode, ...address }: PostalAddress) => ({
  ...address,
  postal_code: postalCode,
});

const limitParams = ({ perDay, perMonth }: SpendingLimits) => ({
  spending_limits: [
    { amount: minorUnits(perDay), interval: 'daily' as const },
    { amount: minorUnits(perMonth), interval: 'monthly' as const },
  ],
});

const holderParams = (holder: NewHolder): Stripe.Issuing.CardholderCreateParams => ({
  type: 'individual',
  // Printed on the card, where there is room for 24 characters.
  name: `${holder.firstName} ${holder.lastName}`.slice(0, 24).trim(),
  email: holder.email,
  phone_number: holder.phoneNumber,
  individual: {
    first_name: holder.firstName,
    last_name: holder.lastName,
    dob: holder.birth,
    card_issuing: {
      user_terms_acceptance: { date: seconds(holder.termsAcceptedAt), ip: holder.termsIp },
    },
  },
  billing: { address: addressParams(holder.address) },
});

const cardParams = (card: NewCard): Stripe.Issuing.CardCreateParams => ({
  cardholder: card.holderId,
  currency: card.currency,
  type: card.type,
  status: card.type === 'virtual' && !card.replaces ? 'active' : 'inactive',
  spending_controls: limitParams(card.limits),
  ...(card.type === 'physical'
    ? { shipping: { name: card.shipping.name, address: addressParams(card.shipping.address) } }
    : {}),
  ...(card.replaces
    ? { replacement_for: card.replaces.cardId, replacement_reason: card.replaces.reason }
    : {}),
});

/** Returns an issuer that is Stripe, or another server with its API. */
export function createStripeIssuer(settings: StripeSettings): Issuer {
  const stripe = newClient(settings);
  const { authorizations, cardholders, cards, disputes, transactions } = stripe.issuing;
  /** Sends a request, and reads its answer. */
  const send = async <Answer>(sent: Promise<unknown>, read: (answer: unknown) => Answer) =>
    read(
      await sent.catch((error: unknown) => {
        throw toRequestError(error);
      }),
    );
  const lists: { [Kind in keyof Listed]: (created: { gte: number }) => AsyncIterable<Listed[Kind]> } = {
    authorizations: (created) => readAll(authorizations.list({ created, limit: PAGE }), readAuthorization),
    disputes: (created) => readAll(disputes.list({ created, limit: PAGE }), readDispute),
    transactions: (created) => readAll(transactions.list({ created, limit: PAGE }), readTransaction),
  };
  return {
    createHolder: (holder, idempotencyKey) =>
      send(cardholders.create(holderParams(holder), { idempotencyKey }), readHolder),
    createCard: (card, idempotencyKey) => send(cards.create(cardParams(card), { idempotencyKey }), readCard),
    setStatus: (id, status) => send(cards.update(id, { status }), readCard),
    cancel: (id, reason) =>
      send(
        cards.update(id, { status: 'canceled', ...(reason ? { cancellation_reason: reason } : {}) }),
        readCard,
      ),
    setLimits: (id, limits) => send(cards.update(id, { spending_controls: limitParams(limits) }), readCard),
    setPin: (id, encrypted_number, idempotencyKey) =>
      send(cards.update(id, { pin: { encrypted_number } }, { idempotencyKey }), readCard),
    revealKey: (issuing_card, nonce, apiVersion) =>
      send(stripe.ephemeralKeys.create({ issuing_card, nonce }, { apiVersion }), readEphemeralKey),
    signatureHeader: 'Stripe-Signature',
    verify: (endpoint, raw, header) => verifyWebhook(raw, header, settings.secrets[endpoint]),
    readDecision,
    writeDecision,
    readEvent,
    readAuthorization: (id) => send(authorizations.retrieve(id), readAuthorization),
    readCard: (id) => send(cards.retrieve(id), readCard),
    readHolder: (id) => send(cardholders.retrieve(id), readHolder),
    listSince: (kind, since) => lists[kind]({ gte: seconds(since) }),
    openDispute: ({ transactionId, amount, evidence }, idempotencyKey) =>
      send(
        disputes.create(
          {
            transaction: transactionId,
            evidence: evidenceParams(evidence),
            ...(amount === undefined ? {} : { amount: minorUnits(amount) }),
          },
          { idempotencyKey },
        ),
        readDispute,
      ),
    submitDispute: (id, idempotencyKey) => send(disputes.submit(id, {}, { idempotencyKey }), readDispute),
  };
}

async function* readAll<Item>(
  list: AsyncIterable<unknown>,
  read: (item: unknown) => Item,
): AsyncGenerator<Item> {
  try {
    for await (const item of list) yield read(item);
  } catch (error) {
    throw toRequestError(error);
  }
}
