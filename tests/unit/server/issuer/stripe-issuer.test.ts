/** @jest-environment node */
import type { IssuerEvent, NewCard, NewHolder } from '@/lib/server/issuer/issuer';
import { createStripeIssuer } from '@/lib/server/issuer/stripe/stripe-issuer';
import {
  API_KEY,
  DECISION_SECRET,
  EVENTS_SECRET,
  type IssuerWorld,
  startIssuerWorld,
} from '@/tests/support/issuer';

let world: IssuerWorld;
beforeEach(async () => {
  world = await startIssuerWorld();
});
afterEach(() => world.stop());

const issuerWith = (apiKey = API_KEY) =>
  createStripeIssuer({
    apiKey,
    origin: world.issuer.origin,
    secrets: { decision: [DECISION_SECRET], events: [EVENTS_SECRET] },
  });

const holder: NewHolder = {
  firstName: 'Jenny',
  lastName: 'Rosen',
  email: 'jenny@example.com',
  phoneNumber: '+18008675309',
  birth: { day: 1, month: 11, year: 1981 },
  address: { line1: '1 Main', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  termsAcceptedAt: new Date(),
  termsIp: '127.0.0.1',
};
const limits = { perDay: 200_000n, perMonth: 900_000n };

async function newCard(more: Partial<NewCard> = {}, issuer = issuerWith()) {
  const { id: holderId } = await issuer.createHolder(holder, 'holder');
  return issuer.createCard(
    { type: 'virtual', holderId, currency: 'usd', limits, ...more } as NewCard,
    'card',
  );
}

const authorize = (card: string, params: object = {}) =>
  world.stripe.testHelpers.issuing.authorizations.create({ card, amount: 1_000, ...params });

/** Reads all events that the endpoint has received. */
async function events(): Promise<IssuerEvent[]> {
  await world.issuer.delivered();
  const issuer = issuerWith();
  return world.endpoint
    .at('/events')
    .map(({ body, headers }) =>
      issuer.readEvent(
        issuer.verify('events', Buffer.from(body), headers['stripe-signature']?.toString() ?? null),
      ),
    );
}

describe('cards', () => {
  it('creates a cardholder and an active card with limits, and reads neither name nor number', async () => {
    const issuer = issuerWith();
    const facts = await issuer.createHolder(holder, 'one');
    expect(facts).toEqual({ id: expect.stringMatching(/^ich_/), status: 'active', country: 'US' });
    const card = await newCard();
    expect(card).toMatchObject({ status: 'active', type: 'virtual', currency: 'usd' });
    const stored = await world.stripe.issuing.cards.retrieve(card.id);
    expect(stored.spending_controls.spending_limits).toMatchObject([
      { amount: 200_000, interval: 'daily' },
      { amount: 900_000, interval: 'monthly' },
    ]);
    expect(world.issuer.control({ do: 'show' })).toMatchObject({ expandedSecrets: 0 });
  });

  it('creates an inactive physical card, and changes status and limits', async () => {
    const shipping = { name: 'Jenny Rosen', address: holder.address };
    const card = await newCard({ type: 'physical', shipping } as Partial<NewCard>);
    expect(card.status).toBe('inactive');
    const issuer = issuerWith();
    expect((await issuer.setStatus(card.id, 'active')).status).toBe('active');
    await issuer.setLimits(card.id, { perDay: 1n, perMonth: 2n });
    const stored = await world.stripe.issuing.cards.retrieve(card.id);
    expect(stored.spending_controls.spending_limits?.map(({ amount }) => amount)).toEqual([1, 2]);
    expect((await issuer.setStatus(card.id, 'canceled')).status).toBe('canceled');
    await expect(issuer.setStatus(card.id, 'active')).rejects.toMatchObject({ isRefused: true });
  });

  it('cancels a card with a reason, and creates an inactive one that replaces it', async () => {
    const issuer = issuerWith();
    const old = await newCard();
    expect((await issuer.cancel(old.id, 'stolen')).status).toBe('canceled');
    const next = await issuer.createCard(
      {
        ...{ type: 'virtual', holderId: old.holderId, currency: 'usd', limits },
        replaces: { cardId: old.id, reason: 'stolen' },
      },
      'replacement',
    );
    expect(next.status).toBe('inactive');
    const { cards } = world.stripe.issuing;
    expect(await cards.retrieve(old.id)).toMatchObject({
      cancellation_reason: 'stolen',
      replaced_by: next.id,
    });
    expect(await cards.retrieve(next.id)).toMatchObject({
      replacement_for: old.id,
      replacement_reason: 'stolen',
    });
    expect((await issuer.cancel(next.id, null)).status).toBe('canceled');
    expect((await cards.retrieve(next.id)).cancellation_reason).toBeNull();
  });

  it('creates one card for the same key, also if the answer is lost or the issuer fails', async () => {
    const issuer = issuerWith();
    world.issuer.control({ do: 'fault', name: 'api_lost_reply', times: 1 });
    const card = await newCard();
    world.issuer.control({ do: 'fault', name: 'api_500', times: 1 });
    expect((await newCard()).id).toBe(card.id);
    const { data } = await world.stripe.issuing.cards.list();
    expect(data).toHaveLength(1);
    await expect(newCard({ currency: 'eur' }, issuer)).rejects.toMatchObject({ isRefused: true });
  });

  it('does not call a request refused if its outcome is unknown, and hides the key', async () => {
    world.issuer.control({ do: 'fault', name: 'api_500', times: null });
    await expect(newCard()).rejects.toMatchObject({ name: 'IssuerRequestError', isRefused: false });
    world.issuer.control({ do: 'clear_faults' });
    const error = await newCard({}, issuerWith('sk_test_wrong_key')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ isRefused: false });
    expect(String(error)).not.toContain('wrong_key');
  });

  it('exchanges a nonce of the script for a secret, once', async () => {
    const card = await newCard();
    const response = await fetch(`${world.issuer.origin}/elements/nonce`, {
      method: 'POST',
      headers: { origin: world.issuer.origin },
      body: JSON.stringify({ issuingCard: card.id }),
    });
    const { nonce } = (await response.json()) as { nonce: string };
    const issuer = issuerWith();
    const key = await issuer.revealKey(card.id, nonce, '2026-10-28.endive');
    expect(key.secret).toMatch(/^ek_/);
    expect(key.expiresAt.getTime()).toBeGreaterThan(Date.now());
    await expect(issuer.revealKey(card.id, nonce, '2026-10-28.endive')).rejects.toMatchObject({
      isRefused: true,
    });
  });
});

describe('decisions', () => {
  it('reads requests and increments, and approves a part only if that is possible', async () => {
    const card = await newCard();
    const issuer = issuerWith();
    const asked: unknown[] = [];
    world.endpoint.decide = ({ body, headers }) => {
      const header = headers['stripe-signature']?.toString() ?? null;
      const request = issuer.readDecision(issuer.verify('decision', Buffer.from(body), header));
      asked.push(request);
      const amount = request.isAmountControllable ? request.amount / 2n : request.amount;
      return issuer.writeDecision(request, { isApproved: true, amount });
    };
    const { id } = await authorize(card.id, { is_amount_controllable: true });
    await world.stripe.testHelpers.issuing.authorizations.increment(id, { increment_amount: 300 });
    expect(asked).toMatchObject([
      { authorizationId: id, cardId: card.id, position: 0, amount: 1_000n, isAmountControllable: true },
      { authorizationId: id, cardId: card.id, position: 1, amount: 300n, isAmountControllable: false },
    ]);
    expect(await issuer.readAuthorization(id)).toMatchObject({
      amount: 800n,
      isApproved: true,
      status: 'pending',
      requests: [{ isApproved: true, reason: 'webhook_approved' }, { isApproved: true }],
    });
  });

  it('declines', async () => {
    const card = await newCard();
    const issuer = issuerWith();
    world.endpoint.decide = ({ body, headers }) => {
      const header = headers['stripe-signature']?.toString() ?? null;
      const request = issuer.readDecision(issuer.verify('decision', Buffer.from(body), header));
      return issuer.writeDecision(request, { isApproved: false, metadata: { reason: 'frozen' } });
    };
    const { id } = await authorize(card.id);
    expect(await issuer.readAuthorization(id)).toMatchObject({
      isApproved: false,
      status: 'closed',
      requests: [{ isApproved: false, reason: 'webhook_declined' }],
    });
  });

  it('refuses to write a part of an amount that has none', async () => {
    const card = await newCard();
    await authorize(card.id);
    const [received] = world.endpoint.at('/decision');
    const issuer = issuerWith();
    const header = received?.headers['stripe-signature']?.toString() ?? null;
    const webhook = issuer.verify('decision', Buffer.from(received?.body ?? ''), header);
    const request = issuer.readDecision(webhook);
    const controllable = { ...request, isAmountControllable: true };
    for (const amount of [0n, 1_001n, -1n])
      expect(() => issuer.writeDecision(controllable, { isApproved: true, amount })).toThrow(RangeError);
    expect(() => issuer.writeDecision(request, { isApproved: true, amount: 500n })).toThrow(RangeError);
    expect(JSON.parse(issuer.writeDecision(controllable, { isApproved: true, amount: 1n }).body)).toEqual({
      approved: true,
      amount: 1,
    });
    // Before the decision, it isn't an authorization yet.
    expect(issuer.readEvent(webhook)).toEqual({ kind: 'other' });
    for (const change of [
      { amount: 1.5 },
      { amount: '1' },
      { amount: -1 },
      { amount: 2 ** 53 },
      { currency: 'US$' },
    ]) {
      const object = structuredClone(webhook.object) as { pending_request: object };
      Object.assign(object.pending_request, change);
      expect(() => issuer.readDecision({ ...webhook, object })).toThrow(/pending_request/);
    }
  });
});

describe('facts', () => {
  it('reads all events of a purchase with refund and dispute', async () => {
    const issuer = issuerWith();
    const card = await newCard();
    const { id } = await authorize(card.id, {
      merchant_data: { name: 'Caf\u0000é\u202e', network_id: '42', city: 'Rome', country: 'IT' },
    });
    await world.stripe.testHelpers.issuing.authorizations.capture(id);
    const [capture] = (await issuer.readAuthorization(id)).transactions;
    const transactionId = capture?.id ?? '';
    const dispute = await issuer.openDispute(
      { transactionId, amount: 400n, evidence: { reason: 'fraudulent', explanation: 'winning_evidence' } },
      'dispute',
    );
    expect(dispute).toMatchObject({ transactionId, amount: 400n, status: 'unsubmitted' });
    expect((await issuer.submitDispute(dispute.id, 'submit')).status).toBe('submitted');
    await world.stripe.testHelpers.issuing.transactions.refund(transactionId, { refund_amount: 600 });
    const read = await events();
    expect(new Set(read.map(({ kind }) => kind))).toEqual(
      new Set(['authorization', 'card', 'dispute', 'holder', 'transaction']),
    );
    expect(read.filter(({ kind }) => kind === 'transaction')).toMatchObject([
      {
        transaction: {
          id: transactionId,
          authorizationId: id,
          type: 'capture',
          amount: -1_000n,
          merchant: { id: '42', name: 'Café', city: 'Rome', country: 'IT' },
        },
      },
      { transaction: { id: transactionId } },
      { transaction: { type: 'refund', amount: 600n, authorizationId: id } },
    ]);
  });

  it('lists more than a page of what was created since a time', async () => {
    const issuer = issuerWith();
    const card = await newCard();
    const transactions = world.stripe.testHelpers.issuing.transactions;
    for (let amount = 1; amount <= 105; amount += 1)
      await transactions.createForceCapture({ card: card.id, amount });
    const listed = [];
    for await (const item of issuer.listSince('transactions', new Date(0))) listed.push(item.amount);
    expect(listed).toEqual(Array.from({ length: 105 }, (_, index) => BigInt(index - 105)));
    const later = [];
    for await (const item of issuer.listSince('authorizations', new Date(Date.now() + 60_000)))
      later.push(item);
    expect(later).toEqual([]);
  });
});
