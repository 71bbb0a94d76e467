/** @jest-environment node */
import type Stripe from 'stripe';
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

describe('disputes', () => {
  it('needs evidence, is submitted once, and ends by the network', async () => {
    const { disputes, transactions } = stripe.issuing;
    const bought = await world.captured();
    const dispute = await disputes.create({
      transaction: bought.id,
      evidence: { reason: 'not_received', not_received: { explanation: 'Never arrived' } },
    });
    expect(dispute).toMatchObject({ amount: 1_000, status: 'unsubmitted' });
    expect(await transactions.retrieve(bought.id)).toMatchObject({ dispute: dispute.id });
    await expect(disputes.create({ transaction: bought.id })).rejects.toThrow(/already disputed/);
    await expect(disputes.submit(dispute.id)).rejects.toThrow(/not_received.expected_at/);
    await disputes.update(dispute.id, {
      evidence: { not_received: { expected_at: 1_700_000_000, product_type: 'merchandise' } },
    });
    expect(await disputes.submit(dispute.id)).toMatchObject({
      status: 'submitted',
      evidence: { not_received: { explanation: 'Never arrived' } },
    });
    await expect(disputes.submit(dispute.id)).rejects.toThrow(/status is submitted/);
    await expect(disputes.update(dispute.id, { amount: 1 })).rejects.toThrow(/status is submitted/);
    world.issuer.control({ do: 'close_dispute', id: dispute.id, status: 'won' });
    await world.issuer.delivered();
    const types = world.endpoint.events().map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('issuing_dispute'))).toEqual([
      'issuing_dispute.created',
      'issuing_dispute.updated',
      'issuing_dispute.submitted',
      'issuing_dispute.funds_reinstated',
      'issuing_dispute.closed',
    ]);
  });

  it('is only for captures, at most their amount, within 110 days', async () => {
    const { disputes } = stripe.issuing;
    const bought = await world.captured();
    const refund = await stripe.testHelpers.issuing.transactions.refund(bought.id);
    await expect(disputes.create({ transaction: refund.id })).rejects.toThrow(/type is capture/);
    await expect(disputes.create({ transaction: bought.id, amount: 1_001 })).rejects.toThrow(/greater/);
    clock += 111 * 24 * 60 * 60 * 1000;
    await expect(disputes.create({ transaction: bought.id })).rejects.toThrow(/too old/);
  });

  it.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
  ])('is decided without further calls if its explanation is %s', async (explanation, status) => {
    const { id } = await stripe.issuing.disputes.create({
      transaction: (await world.captured()).id,
      evidence: { reason: 'fraudulent', fraudulent: { explanation } },
    });
    expect(await stripe.issuing.disputes.submit(id)).toMatchObject({ status: 'submitted' });
    expect((await world.event('issuing_dispute.closed')).data.object).toMatchObject({ id, status });
  });

  it('has 65 days if nobody authorized the purchase', async () => {
    const transaction = (await world.captured()).id;
    const evidence = {
      reason: 'no_valid_authorization',
      no_valid_authorization: { explanation: 'Not approved' },
    };
    const { id } = await stripe.issuing.disputes.create({ transaction, evidence });
    clock += 66 * 24 * 60 * 60 * 1000;
    await expect(stripe.issuing.disputes.submit(id)).rejects.toThrow(/too old/);
  });
});
