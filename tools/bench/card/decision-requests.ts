import type { Options, Request } from 'autocannon';
import Stripe from 'stripe';
import { z } from 'zod';

const { webhooks } = new Stripe('sk_test_bench');
const decisionReply = z.object({ approved: z.boolean() });
let made = 0;

/** Returns the body of a request for a decision on a purchase of 1.00, as Stripe sends it, with IDs that no other has. */
function eventOf(card: string): string {
  made += 1;
  const created = Math.floor(Date.now() / 1_000);
  const id = `${process.pid}${made}`;
  return JSON.stringify({
    id: `evt_bench${id}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: {
      object: {
        id: `iauth_bench${id}`,
        object: 'issuing.authorization',
        amount: 0,
        approved: false,
        authorization_method: 'online',
        balance_transactions: [],
        card: { id: card, object: 'issuing.card', currency: 'usd', status: 'active' },
        cardholder: 'ich_bench',
        created,
        currency: 'usd',
        merchant_amount: 0,
        merchant_currency: 'usd',
        merchant_data: {
          category: 'fast_food_restaurants',
          category_code: '5814',
          city: 'Lisbon',
          country: 'PT',
          name: 'Cafe',
          network_id: '1234567890',
          postal_code: null,
          state: null,
          url: null,
        },
        metadata: {},
        pending_request: {
          amount: 100,
          currency: 'usd',
          is_amount_controllable: false,
          merchant_amount: 100,
          merchant_currency: 'usd',
        },
        request_history: [],
        status: 'pending',
        transactions: [],
        wallet: null,
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: 'issuing_authorization.request',
  });
}

/** Returns a signed request for a decision. */
function signedRequest(secret: string, card: string) {
  const payload = eventOf(card);
  return {
    body: payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
    },
  };
}

/** Returns the load of requests for decisions at a URL, on each of some cards in turn. */
export function decisionLoad(url: string, secret: string, cards: readonly string[]): Options {
  let next = 0;
  const request: Request = {
    method: 'POST',
    setupRequest: (own) => {
      const card = cards[next % cards.length] ?? '';
      next += 1;
      return { ...own, ...signedRequest(secret, card) };
    },
  };
  return { url, requests: [request] };
}

/** Asks for a decision, and returns whether it approves. @throws unless the answer is 200. */
export async function isApproved(url: string, secret: string, card: string): Promise<boolean> {
  const response = await fetch(url, { method: 'POST', ...signedRequest(secret, card) });
  if (!response.ok) throw new Error(`the decision failed: ${response.status}`);
  return decisionReply.parse(await response.json()).approved;
}
