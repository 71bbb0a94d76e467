/** @jest-environment node */
import { CompactEncrypt, importJWK } from 'jose';
import type Stripe from 'stripe';
import { isCardNumber } from '@/scripts/issuer/state/card-numbers';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';

let world: IssuerWorld;
let stripe: Stripe;
let clock = Date.now();

beforeEach(async () => {
  clock = Date.now();
  world = await startIssuerWorld({ clock: () => clock });
  stripe = world.stripe;
});
afterEach(() => world.stop());

const shipping = {
  name: 'Jenny Rosen',
  address: { line1: '1 Main', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
};

describe('cardholders and cards', () => {
  it('updates a cardholder, merges metadata, and needs requirements before a card is active', async () => {
    const { cardholders, cards } = stripe.issuing;
    const holder = await cardholders.create({
      name: 'Jenny Rosen',
      billing: { address: shipping.address },
      metadata: { a: '1', b: '2' },
    });
    expect(holder.requirements).toMatchObject({ disabled_reason: 'requirements.past_due' });
    const active = { cardholder: holder.id, currency: 'usd', type: 'virtual', status: 'active' } as const;
    await expect(cards.create(active)).rejects.toThrow(/past-due requirements/);
    const updated = await cardholders.update(holder.id, {
      individual: {
        first_name: 'Jenny',
        last_name: 'Rosen',
        card_issuing: { user_terms_acceptance: { date: 1_700_000_000, ip: '127.0.0.1' } },
      },
      metadata: { a: '', c: '3' },
    });
    expect(updated).toMatchObject({ metadata: { b: '2', c: '3' }, requirements: { past_due: [] } });
    expect(await cards.create(active)).toMatchObject({ status: 'active', cardholder: { id: holder.id } });
  });

  it('ships a physical card and refuses steps out of order', async () => {
    const { cardholder } = await world.card();
    const test = stripe.testHelpers.issuing.cards;
    const create = (more: object) =>
      stripe.issuing.cards.create({ cardholder: cardholder.id, currency: 'usd', type: 'physical', ...more });
    await expect(create({})).rejects.toMatchObject({ code: 'parameter_missing', param: 'shipping' });
    const { id, shipping: shipment } = await create({ shipping });
    expect(shipment).toMatchObject({ status: 'pending', carrier: null });
    await expect(test.deliverCard(id)).rejects.toThrow(/shipping status is pending/);
    expect((await test.shipCard(id)).shipping).toMatchObject({
      status: 'shipped',
      shipped_at: expect.any(Number),
    });
    expect((await test.deliverCard(id)).shipping?.status).toBe('delivered');
    expect((await test.returnCard(id)).shipping?.status).toBe('returned');
    const other = await create({ shipping });
    expect((await test.failCard(other.id)).shipping?.status).toBe('failure');
  });

  it('replaces a lost card, whose spending still counts', async () => {
    const card = await world.card();
    await stripe.testHelpers.issuing.authorizations.create({ card: card.id, amount: 90_000 });
    const replace = () =>
      stripe.issuing.cards.create({
        cardholder: card.cardholder.id,
        currency: 'usd',
        type: 'virtual',
        status: 'active',
        replacement_for: card.id,
        replacement_reason: 'lost',
        spending_controls: { spending_limits: [{ amount: 100_000, interval: 'daily' }] },
      });
    await expect(replace()).rejects.toThrow(/Cancel a lost card/);
    await stripe.issuing.cards.update(card.id, { status: 'canceled', cancellation_reason: 'lost' });
    await expect(stripe.issuing.cards.update(card.id, { status: 'active' })).rejects.toThrow(/canceled/);
    const next = await replace();
    expect(await stripe.issuing.cards.retrieve(card.id)).toMatchObject({ replaced_by: next.id });
    const declined = await stripe.testHelpers.issuing.authorizations.create({
      card: next.id,
      amount: 20_000,
    });
    expect(declined.request_history[0]?.reason).toBe('spending_controls');
  });

  it('replaces a damaged card by one with its number, which cancels it when it is activated', async () => {
    const card = await world.card();
    const { issuing } = stripe;
    const next = await issuing.cards.create({
      ...{ cardholder: card.cardholder.id, currency: 'usd', type: 'virtual' },
      ...{ replacement_for: card.id, replacement_reason: 'damaged' },
    });
    expect(next).toMatchObject({ status: 'inactive', last4: card.last4 });
    const [old, other] = world.issuer.secrets();
    expect([other?.number, other?.cvc === old?.cvc && other?.pin === old?.pin]).toEqual([old?.number, false]);
    expect((await issuing.cards.retrieve(card.id)).status).toBe('active');
    await issuing.cards.update(next.id, { status: 'active' });
    expect(await issuing.cards.retrieve(card.id)).toMatchObject({ status: 'canceled', replaced_by: next.id });
  });

  it('shows number and CVC only if asked for one virtual card', async () => {
    const card = await world.card();
    expect(JSON.stringify(card)).not.toContain(world.issuer.secrets()[0]?.number);
    const shown = await stripe.issuing.cards.retrieve(card.id, { expand: ['number', 'cvc'] });
    expect(shown).toMatchObject({
      number: world.issuer.secrets()[0]?.number,
      last4: shown.number?.slice(-4),
    });
    expect(isCardNumber(shown.number ?? '')).toBe(true);
    await expect(stripe.issuing.cards.list({ expand: ['data.number'] })).rejects.toThrow(
      /cannot be expanded/,
    );
    expect(world.issuer.control({ do: 'show' })).toMatchObject({ expandedSecrets: 1 });
  });
});

it('an ephemeral key needs a nonce of its card, once, and shows the secrets until it expires', async () => {
  const card = await world.card();
  const post = async (path: string, body: object) => {
    const response = await fetch(`${world.issuer.origin}/elements/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const { nonce } = (await post('nonce', { issuingCard: card.id })).body;
  const other = await world.card();
  const create = (issuing_card: string) =>
    stripe.ephemeralKeys.create({ issuing_card, nonce }, { apiVersion: API_VERSION });
  await expect(create(other.id)).rejects.toMatchObject({ param: 'nonce' });
  const key = await create(card.id);
  expect(key).toMatchObject({ object: 'ephemeral_key', secret: expect.stringMatching(/^ek_test_/) });
  await expect(create(card.id)).rejects.toMatchObject({ param: 'nonce' });
  const show = (field: string, change: object = {}) =>
    post('secret', { issuingCard: card.id, nonce, ephemeralKeySecret: key.secret, field, ...change });
  const [secrets] = world.issuer.secrets();
  expect((await show('number')).body).toEqual({ value: secrets?.number });
  expect((await show('pin')).body).toEqual({ value: secrets?.pin });
  expect((await show('number', { issuingCard: other.id })).status).toBe(400);
  expect((await show('number', { nonce: 'ephkn_priv_x' })).status).toBe(400);
  clock += 16 * 60 * 1000;
  expect((await show('number')).status).toBe(400);
  await stripe.ephemeralKeys.del(key.id);
  await expect(stripe.ephemeralKeys.del(key.id)).rejects.toMatchObject({ statusCode: 404 });
});

it('sets a PIN that was encrypted with its key, and refuses any other', async () => {
  const answer = await fetch(`${world.issuer.origin}/v1/keys`, {
    headers: { origin: 'http://localhost:3000' },
  });
  // Pages of this machine may read it.
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  const { key_id, jwk } = await answer.json();
  const encrypt = async (pin: string, enc = 'A128CBC-HS256', kid = key_id) =>
    new CompactEncrypt(new TextEncoder().encode(pin))
      .setProtectedHeader({ alg: 'RSA-OAEP', enc, kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP'));
  const card = await world.card();
  const setPin = (encrypted_number: string) =>
    stripe.issuing.cards.update(card.id, { pin: { encrypted_number } });
  const updated = await setPin(await encrypt('2468'));
  expect(JSON.stringify(updated)).not.toContain('2468');
  expect(world.issuer.secrets()[0]?.pin).toBe('2468');
  const refused = { param: 'pin[encrypted_number]' };
  await expect(setPin('1357')).rejects.toMatchObject(refused);
  await expect(setPin(await encrypt('12a4'))).rejects.toMatchObject(refused);
  await expect(setPin(await encrypt('1357', 'A256GCM'))).rejects.toMatchObject(refused);
  await expect(setPin(await encrypt('1357', 'A128CBC-HS256', 'other'))).rejects.toMatchObject(refused);
  expect(world.issuer.secrets()[0]?.pin).toBe('2468');
});
