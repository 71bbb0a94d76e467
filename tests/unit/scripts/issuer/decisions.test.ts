/** @jest-environment node */
import type Stripe from 'stripe';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { DECISION_SECRET, decisionReply, type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';
import { until } from '@/tests/support/until';

let world: IssuerWorld;

beforeEach(async () => {
  world = await startIssuerWorld();
});
afterEach(() => world.stop());

const authorize = (card: string, params: object = {}) =>
  world.stripe.testHelpers.issuing.authorizations.create({ card, amount: 1_000, ...params });

const lastRequest = ({ request_history: history }: Stripe.Issuing.Authorization) => history.at(-1);

describe('the endpoint decides', () => {
  it('gets a signed request with the amount, and its reply is the outcome', async () => {
    const card = await world.card();
    world.endpoint.decide = () => decisionReply({ approved: true, metadata: { hold: '7' } });
    const authorization = await authorize(card.id);
    const [request] = world.endpoint.at('/decision');
    const event = world.stripe.webhooks.constructEvent(
      request?.body ?? '',
      request?.headers['stripe-signature']?.toString() ?? '',
      DECISION_SECRET,
    );
    expect(event.type).toBe('issuing_authorization.request');
    expect(event.api_version).toBe(API_VERSION);
    expect(event.data.object).toMatchObject({
      id: authorization.id,
      amount: 0,
      approved: false,
      status: 'pending',
      card: { id: card.id, cardholder: { object: 'issuing.cardholder' } },
      pending_request: { amount: 1_000, currency: 'usd', is_amount_controllable: false },
      request_history: [],
    });
    expect(authorization).toMatchObject({
      amount: 1_000,
      approved: true,
      metadata: { hold: '7' },
      pending_request: null,
      status: 'pending',
    });
    expect(lastRequest(authorization)).toMatchObject({ approved: true, reason: 'webhook_approved' });
    expect(lastRequest(authorization)?.authorization_code).toMatch(/^S\d{6}$/);
  });

  it('declines, and the authorization is closed with the refused amount', async () => {
    world.endpoint.decide = () => decisionReply({ approved: false });
    const authorization = await authorize((await world.card()).id);
    expect(authorization).toMatchObject({ amount: 1_000, approved: false, status: 'closed' });
    expect(lastRequest(authorization)).toMatchObject({
      reason: 'webhook_declined',
      authorization_code: null,
    });
  });

  it('approves a part only if the merchant supports it', async () => {
    const card = await world.card();
    world.endpoint.decide = () => decisionReply({ approved: true, amount: 400 });
    expect(await authorize(card.id, { is_amount_controllable: true })).toMatchObject({
      amount: 400,
      approved: true,
    });
    expect(await authorize(card.id)).toMatchObject({ amount: 1_000, approved: true });
    const cashback = { is_amount_controllable: true, amount_details: { cashback_amount: 500 } };
    expect(lastRequest(await authorize(card.id, cashback))).toMatchObject({ reason: 'webhook_error' });
  });

  it('is asked about the additional amount of an increment, and a refused one changes nothing', async () => {
    const { id } = await authorize((await world.card()).id);
    const { authorizations } = world.stripe.testHelpers.issuing;
    expect(await authorizations.increment(id, { increment_amount: 500 })).toMatchObject({ amount: 1_500 });
    const request = JSON.parse(world.endpoint.at('/decision')[1]?.body ?? '{}');
    expect(request.data.object).toMatchObject({ id, amount: 1_000, pending_request: { amount: 500 } });
    world.endpoint.decide = () => decisionReply({ approved: false });
    const refused = await authorizations.increment(id, { increment_amount: 500 });
    expect(refused).toMatchObject({ amount: 1_500, approved: true, status: 'pending' });
    expect(refused.request_history.map(({ approved }) => approved)).toEqual([true, true, false]);
  });

  it.each([
    [
      'no Stripe-Version',
      { headers: { 'content-type': 'application/json' }, body: '{"approved":true}' },
      /header is missing/,
    ],
    [
      'another version',
      { headers: { 'stripe-version': '2020-08-27' }, body: '{"approved":true}' },
      /header is invalid/,
    ],
    ['no JSON', { headers: { 'stripe-version': API_VERSION }, body: 'yes' }, /not valid JSON/],
    ['no decision', decisionReply({}), /approved/],
    ['a decision in text', decisionReply({ approved: 'true' }), /approved/],
    ['status 204', { ...decisionReply({ approved: true }), status: 204 }, /204/],
    [
      'a page',
      {
        ...decisionReply({ approved: true }),
        headers: { 'stripe-version': API_VERSION, 'content-type': 'text/html' },
      },
      /text\/html/,
    ],
  ])('declines a reply with %s', async (_, reply, message) => {
    world.endpoint.decide = () => reply;
    const authorization = await authorize((await world.card()).id);
    expect(authorization.approved).toBe(false);
    expect(lastRequest(authorization)).toMatchObject({ reason: 'webhook_error' });
    expect(lastRequest(authorization)?.reason_message).toMatch(message);
  });
});

describe('without a decision in time', () => {
  it.each(['approve', 'decline'] as const)('does what the account has set: %s', async (onTimeout) => {
    world.issuer.control({ do: 'settings', onTimeout });
    const card = await world.card();
    world.endpoint.decide = () => null;
    const start = performance.now();
    const authorization = await authorize(card.id);
    const elapsed = performance.now() - start;
    expect(elapsed).toBeGreaterThan(1_900);
    expect(authorization.approved).toBe(onTimeout === 'approve');
    expect(lastRequest(authorization)).toMatchObject({ reason: 'webhook_timeout' });
  });

  it('ignores a reply that comes too late', async () => {
    world.issuer.control({ do: 'fault', name: 'reply_late' });
    const authorization = await authorize((await world.card()).id);
    expect(world.endpoint.at('/decision')).toHaveLength(1);
    expect(lastRequest(authorization)).toMatchObject({ approved: false, reason: 'webhook_timeout' });
  });

  it('sends a request that comes too late all the same', async () => {
    const card = await world.card();
    world.issuer.control({ do: 'fault', name: 'request_late' });
    expect(lastRequest(await authorize(card.id))).toMatchObject({ reason: 'webhook_timeout' });
    await world.event('issuing_authorization.created');
  });

  it('approves without a decision request if the network decides on its own', async () => {
    world.issuer.control({ do: 'fault', name: 'network_fallback' });
    expect(lastRequest(await authorize((await world.card()).id))).toMatchObject({
      reason: 'network_fallback',
    });
    expect(world.endpoint.at('/decision')).toHaveLength(0);
  });

  it('answers a request with the same idempotency key meanwhile with an error', async () => {
    const { authorizations } = world.stripe.testHelpers.issuing;
    const card = (await world.card()).id;
    world.endpoint.decide = () => null;
    const create = () =>
      authorizations.create({ card, amount: 1 }, { idempotencyKey: 'key-busy', maxNetworkRetries: 0 });
    const first = create();
    await until(async () => world.endpoint.at('/decision').length === 1, 'the request', 10_000);
    await expect(create()).rejects.toMatchObject({ code: 'idempotency_key_in_use', statusCode: 409 });
    const { id } = await first;
    expect(await create()).toMatchObject({ id });
  });
});
