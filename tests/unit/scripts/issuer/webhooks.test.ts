/** @jest-environment node */
import type { Command } from '@/scripts/issuer/http/control';
import {
  decisionReply,
  EVENTS_SECRET,
  type IssuerWorld,
  type Received,
  startIssuerWorld,
} from '@/tests/support/issuer';

let world: IssuerWorld;

beforeEach(async () => {
  world = await startIssuerWorld();
});
afterEach(() => world.stop());

const fault = (name: Extract<Command, { do: 'fault' }>['name'], times = 1) =>
  world.issuer.control({ do: 'fault', name, times });

const verified = ({ body, headers }: Received, secret = EVENTS_SECRET) =>
  world.stripe.webhooks.constructEvent(body, headers['stripe-signature']?.toString() ?? '', secret);

const createHolder = () =>
  world.stripe.issuing.cardholders.create({
    name: 'Jenny Rosen',
    billing: { address: { line1: '1 Main', city: 'Austin', postal_code: '78701', country: 'US' } },
  });

const delivered = async () => {
  await world.issuer.delivered();
  return world.endpoint.at('/events');
};

it('sends every event of a purchase in order, signed, with copies of the objects', async () => {
  const card = await world.card();
  const { authorizations } = world.stripe.testHelpers.issuing;
  const { id } = await authorizations.create({ card: card.id, amount: 700 });
  await authorizations.capture(id);
  const events = (await delivered()).map((one) => verified(one));
  expect(events.map(({ type }) => type)).toEqual([
    'issuing_cardholder.created',
    'issuing_card.created',
    'issuing_authorization.created',
    'issuing_transaction.created',
    'issuing_authorization.updated',
  ]);
  expect(events[2]?.data.object).toMatchObject({ status: 'pending', transactions: [] });
  expect(events[4]?.data).toMatchObject({
    object: { status: 'closed', transactions: [{ amount: -700, authorization: id }] },
    previous_attributes: { status: 'pending' },
  });
  expect(events[2]?.request).toMatchObject({ id: expect.stringMatching(/^req_/) });
  const { data } = await world.stripe.events.list({ type: 'issuing_authorization.*' });
  expect(data.map(({ type, pending_webhooks }) => [type, pending_webhooks])).toEqual([
    ['issuing_authorization.updated', 0],
    ['issuing_authorization.created', 0],
    // Its endpoint is another one.
    ['issuing_authorization.request', 0],
  ]);
});

it('repeats an event until the endpoint accepts it, with the same ID', async () => {
  let left = 3;
  world.endpoint.acknowledge = () => ({ status: left-- > 0 ? 500 : 200 });
  await createHolder();
  const received = await delivered();
  expect(received).toHaveLength(4);
  expect(new Set(received.map((one) => verified(one).id)).size).toBe(1);
});

it.each(['deliver_twice', 'drop_once'] as const)('fault %s', async (name) => {
  fault(name);
  const { id } = await createHolder();
  const events = (await delivered()).map((one) => verified(one));
  expect(events).toHaveLength(name === 'deliver_twice' ? 2 : 1);
  for (const event of events) expect(event).toMatchObject({ id: events[0]?.id, data: { object: { id } } });
});

it('fault reorder: a later event arrives first', async () => {
  fault('reorder');
  const first = await createHolder();
  const second = await createHolder();
  const objects = (await delivered()).map((one) => verified(one).data.object);
  expect(objects).toMatchObject([{ id: second.id }, { id: first.id }]);
});

it('fault reorder without a later event: it arrives all the same', async () => {
  fault('reorder');
  await createHolder();
  expect(await delivered()).toHaveLength(1);
});

it.each([
  ['bad_signature', /No signatures found matching/],
  ['old_timestamp', /Timestamp outside the tolerance zone/],
] as const)('fault %s is refused by the client', async (name, message) => {
  fault(name);
  await createHolder();
  const [one] = await delivered();
  if (!one) throw new Error('nothing was delivered');
  expect(() => verified(one)).toThrow(message);
});

it('signs with all secrets during a rotation', async () => {
  const url = `${world.endpoint.origin}/events`;
  world.issuer.control({ do: 'settings', events: { url, secrets: ['whsec_new', EVENTS_SECRET] } });
  await createHolder();
  const [one] = await delivered();
  if (!one) throw new Error('nothing was delivered');
  expect(verified(one, 'whsec_new').id).toBe(verified(one, EVENTS_SECRET).id);
  fault('two_secrets');
  await createHolder();
  const second = (await delivered())[1];
  expect(second?.headers['stripe-signature']?.toString().match(/v1=/g)).toHaveLength(3);
});

it('asks twice for one decision with the same event, and takes the first reply', async () => {
  const card = await world.card();
  await delivered();
  fault('deliver_twice');
  world.endpoint.decide = () => decisionReply({ approved: true });
  const { approved } = await world.stripe.testHelpers.issuing.authorizations.create({
    card: card.id,
    amount: 1,
  });
  const requests = world.endpoint.at('/decision').map(({ body }) => JSON.parse(body).id);
  expect(approved).toBe(true);
  expect(requests).toEqual([requests[0], requests[0]]);
});

it('sends an event again on request', async () => {
  await createHolder();
  await delivered();
  const { data } = await world.stripe.events.list();
  world.issuer.control({ do: 'resend_event', id: data[0]?.id ?? '' });
  expect((await delivered()).map((one) => verified(one).id)).toEqual([data[0]?.id, data[0]?.id]);
});

it('control API: needs the key, and refuses unknown commands', async () => {
  const post = (body: object, key = 'sk_test_issuer') =>
    fetch(`${world.issuer.origin}/control`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  expect((await post({ do: 'show' }, 'other')).status).toBe(401);
  expect((await post({ do: 'explode' })).status).toBe(400);
  const shown = await post({ do: 'fault', name: 'api_500', times: null });
  expect(await shown.json()).toMatchObject({ faults: { api_500: null }, onTimeout: 'decline' });
  expect(await (await post({ do: 'clear_faults' })).json()).toMatchObject({ faults: {} });
});
