/** @jest-environment node */
import { get } from 'node:http';
import Stripe from 'stripe';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { API_KEY, type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';

let world: IssuerWorld;

beforeAll(async () => {
  world = await startIssuerWorld({ decision: undefined, events: undefined });
});
afterAll(() => world.stop());
beforeEach(() => world.issuer.control({ do: 'clear_faults' }));

const address = { line1: '1 Main', city: 'Austin', postal_code: '78701', country: 'US' };
const holder = (name = 'Jenny Rosen') => ({ name, billing: { address } });

const request = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${world.issuer.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${API_KEY}`, ...headers },
  });

describe('keys and versions', () => {
  it('needs the secret key', async () => {
    const { port } = new URL(world.issuer.origin);
    const other = new Stripe('sk_test_other', { host: '127.0.0.1', port, protocol: 'http' });
    await expect(other.issuing.cards.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect((await request('/v1/issuing/cards', {}, { authorization: 'Basic x' })).status).toBe(401);
  });

  it('speaks one version only, and names it and the request', async () => {
    const { lastResponse } = await world.stripe.issuing.cardholders.create(holder());
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe(API_VERSION);
    const old = await request('/v1/issuing/cards', {}, { 'stripe-version': '2020-08-27' });
    expect(old.status).toBe(400);
  });

  it('refuses JSON bodies and unknown paths', async () => {
    const json = await request(
      '/v1/issuing/cards',
      { method: 'POST', body: '{}' },
      { 'content-type': 'application/json' },
    );
    expect(json.status).toBe(400);
    const unknown = await request('/v1/issuing/nothing');
    expect(await unknown.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringMatching(/^Unrecognized request URL/) },
    });
  });
});

describe('hostile requests', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const deep = `a${'[b]'.repeat(50)}=1`;
  const many = Array.from({ length: 2_000 }, (_, index) => `k${index}=1`).join('&');

  it.each([
    ['too deep', '/v1/issuing/cards', deep, 400],
    ['too many parameters', '/v1/issuing/cards', many, 400],
    ['a prototype', '/v1/issuing/cardholders', 'name=A&metadata[__proto__][x]=1&__proto__[y]=1', 400],
    ['invalid escapes in the path', '/v1/issuing/cards/%zz', 'a=1', 404],
    ['invalid escapes in the body', '/v1/issuing/cards', 'currency=%zz', 400],
    ['an ID that is a path', '/v1/issuing/cards/..%2f..%2fcontrol', '', 404],
    ['300 KB', '/v1/issuing/cards', `a=${'x'.repeat(300 * 1024)}`, 413],
  ])('%s', async (_, path, body, status) => {
    expect((await request(path, { method: 'POST', body }, form)).status).toBe(status);
  });

  it('answers to names of this machine only', async () => {
    const { port } = new URL(world.issuer.origin);
    const status = await new Promise((resolve, reject) => {
      const options = { port, path: '/terminal', headers: { host: `evil.example:${port}` } };
      get(options, ({ statusCode }) => resolve(statusCode)).on('error', reject);
    });
    expect(status).toBe(403);
  });
});

describe('parameters', () => {
  it.each([
    ['unknown', 'name=A&colour=red', { code: 'parameter_unknown', param: 'colour' }],
    ['unknown, nested', 'name=A&billing[address][planet]=Mars', { code: 'parameter_unknown' }],
    [
      'missing',
      'name=A&billing[address][line1]=1',
      { code: 'parameter_missing', param: 'billing[address][city]' },
    ],
    ['empty', 'name=', { code: 'parameter_invalid_empty', param: 'name' }],
    ['too long', `name=${'x'.repeat(25)}`, { param: 'name' }],
    ['of a wrong kind', 'name=A&type=robot', { param: 'type' }],
  ])('%s: error as of Stripe', async (_, body, error) => {
    const full = new URLSearchParams(body);
    const defaults = {
      'billing[address][line1]': '1',
      'billing[address][city]': 'A',
      'billing[address][postal_code]': '1',
      'billing[address][country]': 'US',
    };
    if (!body.includes('[line1]')) for (const [key, value] of Object.entries(defaults)) full.set(key, value);
    const response = await request(
      '/v1/issuing/cardholders',
      {
        method: 'POST',
        body: full.toString(),
      },
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', ...error } });
  });

  it('names missing objects and invalid integers', async () => {
    const { issuing, testHelpers } = world.stripe;
    await expect(issuing.cards.retrieve('ic_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such issuing card: 'ic_none'",
    });
    const card = (await world.card()).id;
    await expect(testHelpers.issuing.authorizations.create({ card, amount: 1.5 })).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  });

  it('expands links, and refuses what cannot be expanded', async () => {
    const { issuing, testHelpers } = world.stripe;
    const card = await world.card();
    const { id } = await testHelpers.issuing.authorizations.create({ card: card.id, amount: 5 });
    const { transactions } = await testHelpers.issuing.authorizations.capture(id);
    const transaction = await issuing.transactions.retrieve(transactions[0]?.id ?? '', {
      expand: ['authorization.cardholder', 'card'],
    });
    expect(transaction).toMatchObject({
      authorization: { id, cardholder: { id: card.cardholder.id } },
      card: { id: card.id },
    });
    const listed = await issuing.transactions.list({ card: card.id, expand: ['data.cardholder'] });
    expect(listed.data).toMatchObject([{ cardholder: { object: 'issuing.cardholder' } }]);
    await expect(issuing.cards.retrieve(card.id, { expand: ['last4'] })).rejects.toThrow(
      /cannot be expanded/,
    );
  });
});

describe('lists', () => {
  it('pages in both directions, newest first', async () => {
    const { cardholders } = world.stripe.issuing;
    const email = 'pages@example.com';
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await cardholders.create({ ...holder(`Person ${index}`), email })).id);
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const first = await cardholders.list({ email, limit: 2 });
    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const last = await cardholders.list({ email, limit: 3, starting_after: ids[1] });
    expect([idsOf(last), last.has_more]).toEqual([ids.slice(2), false]);
    const before = await cardholders.list({ email, limit: 2, ending_before: ids[3] });
    expect([idsOf(before), before.has_more]).toEqual([ids.slice(1, 3), true]);
    expect(
      idsOf({ data: await cardholders.list({ email, limit: 2 }).autoPagingToArray({ limit: 9 }) }),
    ).toEqual(ids);
    await expect(cardholders.list({ starting_after: 'ich_none' })).rejects.toMatchObject({
      param: 'starting_after',
    });
    await expect(cardholders.list({ starting_after: ids[0], ending_before: ids[1] })).rejects.toThrow(/both/);
    await expect(cardholders.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    const { data } = await cardholders.list({ email, created: { gt: Math.floor(Date.now() / 1000) + 60 } });
    expect(data).toEqual([]);
  });
});

describe('idempotency keys', () => {
  it('answers a repeated request with the first answer', async () => {
    const create = () =>
      world.stripe.issuing.cardholders.create(holder('Once'), { idempotencyKey: 'key-once' });
    const first = await create();
    const second = await create();
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses another request with the same key', async () => {
    const idempotencyKey = 'key-twice';
    await world.stripe.issuing.cardholders.create(holder('One'), { idempotencyKey });
    await expect(
      world.stripe.issuing.cardholders.create(holder('Two'), { idempotencyKey }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('leaves the key unused if the parameters are invalid', async () => {
    const idempotencyKey = 'key-invalid';
    const invalid = { ...holder(), email: 'nobody' };
    await expect(world.stripe.issuing.cardholders.create(invalid, { idempotencyKey })).rejects.toMatchObject({
      param: 'email',
    });
    expect(await world.stripe.issuing.cardholders.create(holder(), { idempotencyKey })).toHaveProperty('id');
  });

  it('fault api_500: the client repeats the request', async () => {
    world.issuer.control({ do: 'fault', name: 'api_500' });
    expect(await world.stripe.issuing.cardholders.create(holder())).toHaveProperty('id');
    world.issuer.control({ do: 'fault', name: 'api_500', times: 5 });
    await expect(
      world.stripe.issuing.cardholders.create(holder(), { maxNetworkRetries: 0 }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  });

  it('fault api_lost_reply: a repeated request creates one object', async () => {
    const { issuing } = world.stripe;
    world.issuer.control({ do: 'fault', name: 'api_lost_reply' });
    const email = 'lost@example.com';
    const created = await issuing.cardholders.create({ ...holder(), email });
    expect((await issuing.cardholders.list({ email })).data).toMatchObject([{ id: created.id }]);
  });
});
