/** @jest-environment node */
import type Stripe from 'stripe';
import { type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';

let world: IssuerWorld;
let stripe: Stripe;

beforeEach(async () => {
  world = await startIssuerWorld();
  stripe = world.stripe;
});
afterEach(() => world.stop());

const authorize = async (amount = 1_000, params: object = {}) => {
  const card = await world.card();
  return stripe.testHelpers.issuing.authorizations.create({ card: card.id, amount, ...params });
};

describe('authorizations and transactions', () => {
  it('captures less, more, and in parts, with negative amounts', async () => {
    const { authorizations } = stripe.testHelpers.issuing;
    const { id } = await authorize(5_000);
    const part = await authorizations.capture(id, { capture_amount: 2_000, close_authorization: false });
    expect(part).toMatchObject({ status: 'pending', amount: 5_000, transactions: [{ amount: -2_000 }] });
    const rest = await authorizations.capture(id, { capture_amount: 4_000 });
    expect(rest).toMatchObject({ status: 'closed', transactions: [{ amount: -2_000 }, { amount: -4_000 }] });
    const late = await authorizations.capture(id, { capture_amount: 100 });
    expect(late).toMatchObject({ status: 'closed', transactions: [{}, {}, { amount: -100 }] });
  });

  it('captures for a card that was frozen meanwhile', async () => {
    const { id, card } = await authorize();
    await stripe.issuing.cards.update(card.id, { status: 'inactive' });
    expect(await stripe.testHelpers.issuing.authorizations.capture(id)).toMatchObject({ status: 'closed' });
  });

  it('captures an expired authorization, but not a reversed or declined one', async () => {
    const { authorizations } = stripe.testHelpers.issuing;
    const expired = await authorize();
    expect(await authorizations.expire(expired.id)).toMatchObject({ status: 'expired' });
    expect(await authorizations.capture(expired.id)).toMatchObject({ status: 'expired', transactions: [{}] });
    const reversed = await authorize();
    expect(await authorizations.reverse(reversed.id, { reverse_amount: 400 })).toMatchObject({
      amount: 600,
      status: 'pending',
    });
    expect(await authorizations.reverse(reversed.id)).toMatchObject({ amount: 0, status: 'reversed' });
    await expect(authorizations.capture(reversed.id)).rejects.toThrow(/status is reversed/);
    const { card } = await authorize();
    await stripe.issuing.cards.update(card.id, { status: 'inactive' });
    const declined = await authorizations.create({ card: card.id, amount: 1 });
    await expect(authorizations.capture(declined.id)).rejects.toThrow(/declined/);
    await expect(authorizations.increment(declined.id, { increment_amount: 1 })).rejects.toThrow(/approved/);
  });

  it('finalizes the amount of a pump only', async () => {
    const { authorizations } = stripe.testHelpers.issuing;
    const pump = await authorize(15_000, { merchant_data: { category: 'automated_fuel_dispensers' } });
    expect(await authorizations.finalizeAmount(pump.id, { final_amount: 4_000 })).toMatchObject({
      amount: 4_000,
    });
    const shop = await authorize();
    await expect(authorizations.finalizeAmount(shop.id, { final_amount: 1 })).rejects.toThrow(/category/);
  });

  it('keeps amounts in the merchant currency, and converts none itself', async () => {
    const tokyo = { merchant_amount: 1_600, merchant_currency: 'jpy' };
    const { id } = await authorize(1_000, tokyo);
    const { transactions } = await stripe.testHelpers.issuing.authorizations.capture(id, {
      capture_amount: 500,
    });
    expect(transactions).toMatchObject([{ amount: -500, currency: 'usd', merchant_amount: -800 }]);
    const card = (await world.card()).id;
    await expect(stripe.testHelpers.issuing.authorizations.create({ card, ...tokyo })).rejects.toMatchObject({
      param: 'amount',
    });
  });

  it('refunds at most what was captured, linked or not, and takes a refund back', async () => {
    const test = stripe.testHelpers.issuing.transactions;
    const bought = await world.captured();
    const part = await test.refund(bought.id, { refund_amount: 300 });
    expect(part).toMatchObject({ type: 'refund', amount: 300, authorization: bought.authorization });
    await expect(test.refund(bought.id, { refund_amount: 701 })).rejects.toMatchObject({
      param: 'refund_amount',
    });
    expect(await test.refund(bought.id)).toMatchObject({ amount: 700 });
    await expect(test.refund(bought.id)).rejects.toMatchObject({ param: 'refund_amount' });
    const card = String(bought.card);
    expect(await test.createForceCapture({ card, amount: 20 })).toMatchObject({
      amount: -20,
      authorization: null,
      type: 'capture',
    });
    expect(await test.createUnlinkedRefund({ card, amount: 20 })).toMatchObject({
      amount: 20,
      authorization: null,
    });
    expect(world.issuer.control({ do: 'reverse_refund', id: part.id })).toMatchObject({
      amount: -300,
      type: 'refund',
    });
  });

  it('fault wrong_refund_link: a refund names another authorization of the card', async () => {
    const bought = await world.captured();
    const card = String(bought.card);
    const other = await stripe.testHelpers.issuing.authorizations.create({ card, amount: 1 });
    world.issuer.control({ do: 'fault', name: 'wrong_refund_link' });
    expect(await stripe.testHelpers.issuing.transactions.refund(bought.id)).toMatchObject({
      authorization: other.id,
    });
  });
});
