/** @jest-environment node */
import type Stripe from 'stripe';
import { type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';

let world: IssuerWorld;
let clock = 0;

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 29, 12);
  world = await startIssuerWorld({ clock: () => clock });
});
afterEach(() => world.stop());

const authorize = (card: string, params: object = {}) =>
  world.stripe.testHelpers.issuing.authorizations.create({ card, amount: 1_000, ...params });

const lastRequest = ({ request_history: history }: Stripe.Issuing.Authorization) => history.at(-1);

describe('the issuer declines without asking', () => {
  const reasonFor = async (card: string, params: object = {}) => {
    const authorization = await authorize(card, params);
    return lastRequest(authorization)?.reason;
  };

  it('by the status of the card and its holder', async () => {
    const card = await world.card();
    const { cards, cardholders } = world.stripe.issuing;
    await cards.update(card.id, { status: 'inactive' });
    expect(await reasonFor(card.id)).toBe('card_inactive');
    await cards.update(card.id, { status: 'active' });
    expect(await reasonFor(card.id)).toBe('webhook_approved');
    await cardholders.update(card.cardholder.id, { status: 'inactive' });
    expect(await reasonFor(card.id)).toBe('cardholder_inactive');
    world.issuer.control({ do: 'block_cardholder', id: card.cardholder.id });
    expect(await reasonFor(card.id)).toBe('cardholder_blocked');
    await cards.update(card.id, { status: 'canceled', cancellation_reason: 'lost' });
    expect(await reasonFor(card.id)).toBe('card_canceled');
    expect(world.endpoint.at('/decision')).toHaveLength(1);
  });

  it('by merchant, by expiry date, and by a wrong CVC', async () => {
    const card = await world.card();
    const bar = { merchant_data: { category: 'drinking_places', country: 'JP' } };
    await world.stripe.issuing.cards.update(card.id, {
      spending_controls: { blocked_categories: ['drinking_places'] },
    });
    expect(await reasonFor(card.id, bar)).toBe('spending_controls');
    await world.stripe.issuing.cards.update(card.id, {
      spending_controls: {
        blocked_categories: ['airlines_air_carriers'],
        allowed_merchant_countries: ['US'],
      },
    });
    expect(await reasonFor(card.id, bar)).toBe('spending_controls');
    expect(await reasonFor(card.id, { verification_data: { cvc_check: 'mismatch' } })).toBe(
      'verification_failed',
    );
    clock = Date.UTC(card.exp_year, card.exp_month);
    expect(await reasonFor(card.id)).toBe('card_expired');
  });

  it('above a limit per day in UTC, which reversals give back and refunds do not', async () => {
    const card = await world.card();
    const { authorizations, transactions } = world.stripe.testHelpers.issuing;
    await world.stripe.issuing.cards.update(card.id, {
      spending_controls: { spending_limits: [{ amount: 2_000, interval: 'daily' }] },
    });
    const first = await authorize(card.id);
    await authorize(card.id);
    expect(await reasonFor(card.id, { amount: 1 })).toBe('spending_controls');
    await authorizations.reverse(first.id);
    const { id } = await authorize(card.id);
    const captured = await authorizations.capture(id);
    await transactions.refund(captured.transactions[0]?.id ?? '');
    expect(await reasonFor(card.id, { amount: 1 })).toBe('spending_controls');
    clock = Date.UTC(2026, 10, 30);
    expect(await reasonFor(card.id)).toBe('webhook_approved');
  });

  it('above a limit per authorization, increments included, and a default of 500 a day', async () => {
    const holder = (await world.card()).cardholder.id;
    const card = await world.stripe.issuing.cards.create({
      cardholder: holder,
      currency: 'usd',
      type: 'virtual',
      status: 'active',
    });
    expect(await reasonFor(card.id, { amount: 50_001 })).toBe('spending_controls');
    await world.stripe.issuing.cards.update(card.id, {
      spending_controls: { spending_limits: '' },
    } as object);
    expect(await reasonFor(card.id, { amount: 1_000_001 })).toBe('spending_controls');
    expect(await reasonFor(card.id, { amount: 1_000_000 })).toBe('webhook_approved');
    await world.stripe.issuing.cards.update(card.id, {
      spending_controls: { spending_limits: [{ amount: 1_200, interval: 'per_authorization' }] },
    });
    const { id } = await authorize(card.id);
    const raised = await world.stripe.testHelpers.issuing.authorizations.increment(id, {
      increment_amount: 201,
    });
    expect(lastRequest(raised)).toMatchObject({ approved: false, reason: 'spending_controls' });
  });
});
