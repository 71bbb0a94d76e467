import type Stripe from 'stripe';
import { MERCHANTS, type Merchant } from './merchants';
import { type Purchase, type PurchaseView, takeStep } from './steps';

/** Creates a cardholder and an active virtual card without a limit per day. */
export async function createTestCard(stripe: Stripe): Promise<Stripe.Issuing.Card> {
  const holder = await stripe.issuing.cardholders.create({
    type: 'individual',
    name: 'Jenny Rosen',
    email: 'jenny.rosen@example.com',
    phone_number: '+18008675309',
    individual: {
      first_name: 'Jenny',
      last_name: 'Rosen',
      dob: { day: 1, month: 11, year: 1981 },
      card_issuing: {
        user_terms_acceptance: { date: Math.floor(Date.now() / 1000), ip: '127.0.0.1' },
      },
    },
    billing: {
      address: {
        line1: '123 Main Street',
        city: 'San Francisco',
        state: 'CA',
        postal_code: '94111',
        country: 'US',
      },
    },
  });
  return stripe.issuing.cards.create({
    cardholder: holder.id,
    currency: 'usd',
    type: 'virtual',
    status: 'active',
    spending_controls: { spending_limits: [{ amount: 500_000, interval: 'daily' }] },
  });
}

/** Takes the steps of a merchant's scenario until it is done or declined. */
export async function playScenario(stripe: Stripe, card: string, merchant: Merchant): Promise<PurchaseView> {
  const purchase: Purchase = { card, merchant, transactions: [] };
  let view: PurchaseView = { transactions: [] };
  for (const [step, amount] of merchant.script) {
    view = await takeStep(stripe, purchase, step, amount);
    if (view.authorization && !view.authorization.approved) break;
  }
  return view;
}

const summary = ({ authorization, transactions }: PurchaseView) =>
  [
    authorization
      ? `${authorization.approved ? 'approved' : 'declined'} (${authorization.request_history.at(-1)?.reason}), ${authorization.status}`
      : 'no authorization',
    ...transactions.map(({ type, amount }) => `${type} ${amount / 100}`),
  ].join(', ');

/** Plays the scenarios of `ids`, or all, and prints how each ended. */
export async function playScenarios(stripe: Stripe, card: string, ids: readonly string[]): Promise<void> {
  for (const merchant of MERCHANTS) {
    if (ids.length > 0 && !ids.includes(merchant.id)) continue;
    console.log(`${merchant.id.padEnd(14)}${summary(await playScenario(stripe, card, merchant))}`);
  }
}
