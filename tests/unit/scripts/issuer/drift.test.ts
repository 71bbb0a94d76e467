/** @jest-environment node */
import type Stripe from 'stripe';
import { type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';
import { stripeTypes } from '@/tests/support/type-shape';

let world: IssuerWorld;
const differences = stripeTypes([
  'Issuing/Authorizations',
  'Issuing/Cardholders',
  'Issuing/Cards',
  'Issuing/Disputes',
  'Issuing/Transactions',
  'EphemeralKeys',
  'Events',
]);

beforeAll(async () => {
  world = await startIssuerWorld();
});
afterAll(() => world.stop());

const address = { line1: '1 Main', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };

/** Creates at least one object of each type and state, with every optional part that the issuer supports. */
async function fill() {
  const { stripe } = world;
  const test = stripe.testHelpers.issuing;
  const card = await world.card();
  const physical = await stripe.issuing.cards.create({
    cardholder: card.cardholder.id,
    currency: 'usd',
    type: 'physical',
    shipping: { name: 'Jenny Rosen', address },
    spending_controls: { spending_limits: [{ amount: 1, interval: 'weekly', categories: ['book_stores'] }] },
  });
  await test.cards.shipCard(physical.id);
  await test.authorizations.create({ card: physical.id, amount: 1 });
  const full = await test.authorizations.create({
    card: card.id,
    amount: 1_000,
    merchant_amount: 1_600,
    merchant_currency: 'jpy',
    is_amount_controllable: true,
    wallet: 'apple_pay',
    network_data: { acquiring_institution_id: '123' },
    verification_data: { cvc_check: 'match', three_d_secure: { result: 'authenticated' } },
  });
  await test.authorizations.capture(full.id, {
    capture_amount: 400,
    close_authorization: false,
    purchase_details: { reference: 'A1', lodging: { nights: 2 } },
  });
  await test.authorizations.expire(full.id);
  const reversed = await test.authorizations.create({ card: card.id, amount: 1 });
  await test.authorizations.reverse(reversed.id);
  for (const reason of [
    'canceled',
    'duplicate',
    'fraudulent',
    'merchandise_not_as_described',
    'no_valid_authorization',
    'not_received',
    'other',
    'service_not_as_described',
  ]) {
    const { id } = await test.transactions.createForceCapture({ card: card.id, amount: 10 });
    const dispute = await stripe.issuing.disputes.create({ transaction: id, evidence: { reason } });
    if (reason !== 'fraudulent') continue;
    await test.transactions.refund(id, { refund_amount: 1 });
    await stripe.issuing.disputes.update(dispute.id, { evidence: { fraudulent: { explanation: 'Not me' } } });
    await stripe.issuing.disputes.submit(dispute.id);
    world.issuer.control({ do: 'close_dispute', id: dispute.id, status: 'lost' });
  }
  return card;
}

it('objects have the keys, types, and values of the installed stripe package', async () => {
  const card = await fill();
  const found: string[] = [];
  const compare = async (path: string, file: string, name: string) => {
    const { data } = await world.raw(`${path}?limit=100`);
    const items = data as object[];
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) found.push(...differences(item, file, name));
  };
  await compare('/v1/issuing/cardholders', 'Issuing/Cardholders', 'Cardholder');
  await compare('/v1/issuing/cards', 'Issuing/Cards', 'Card');
  await compare('/v1/issuing/authorizations', 'Issuing/Authorizations', 'Authorization');
  await compare('/v1/issuing/transactions', 'Issuing/Transactions', 'Transaction');
  await compare('/v1/issuing/disputes', 'Issuing/Disputes', 'Dispute');
  const bought = await world.raw('/v1/issuing/transactions?limit=100&expand[]=data.purchase_details');
  for (const item of bought.data as object[])
    found.push(...differences(item, 'Issuing/Transactions', 'Transaction'));
  expect(JSON.stringify(bought)).toContain('"reference":"A1"');
  const shown = await world.raw(`/v1/issuing/cards/${card.id}?expand[]=number&expand[]=cvc`);
  found.push(...differences(shown, 'Issuing/Cards', 'Card'));
  expect([...new Set(found)]).toEqual([]);
});

it('events have the keys, types, and values of the package, each of its own interface', async () => {
  await world.issuer.delivered();
  const events = world.endpoint.received.map(({ body }): Stripe.Event => JSON.parse(body));
  const interfaceOf = (type: string) =>
    `${type.replaceAll(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  const found = events.flatMap((event) => differences(event, 'Events', interfaceOf(event.type)));
  expect([...new Set(found)]).toEqual([]);
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
    'issuing_authorization.created',
    'issuing_authorization.request',
    'issuing_authorization.updated',
    'issuing_card.created',
    'issuing_card.updated',
    'issuing_cardholder.created',
    'issuing_dispute.closed',
    'issuing_dispute.created',
    'issuing_dispute.submitted',
    'issuing_dispute.updated',
    'issuing_transaction.created',
    'issuing_transaction.updated',
  ]);
});

it('notices a missing, an unknown, and a wrong value', async () => {
  const { data } = await world.raw('/v1/issuing/disputes?limit=1');
  const [dispute] = data as Record<string, unknown>[];
  const { amount: _, ...rest } = dispute ?? {};
  expect(
    differences({ ...rest, status: 'sleeping', colour: 'red' }, 'Issuing/Disputes', 'Dispute').sort(),
  ).toEqual(['Dispute.amount: missing', 'Dispute.colour: not in the type', 'Dispute.status: "sleeping"']);
});
