import type Stripe from 'stripe';
import type { PurchaseWorld } from './world';

/** What happens to purchases at the issuer, by how often. */
export const ISSUER_STEPS = {
  purchase: 10,
  purchaseInPart: 2,
  cardCheck: 0.5,
  forcePost: 1,
  increment: 3,
  reversePart: 1.5,
  reverse: 1,
  capture: 4,
  captureUnder: 2,
  captureOver: 2,
  captureBeyondMargin: 1,
  capturePart: 3,
  expire: 1,
  captureLate: 1,
  refund: 1.5,
  refundPart: 1.5,
  refundUnlinked: 0.7,
  refundTakenBack: 1,
  dispute: 1.5,
  disputeWon: 1,
  disputeLost: 0.7,
};
export type IssuerStep = keyof typeof ISSUER_STEPS;

const EVIDENCE = { reason: 'fraudulent', fraudulent: { explanation: 'not me' } } as const;

/** What was created, by ID, as far as answers have arrived. */
export class Created {
  readonly captures: string[] = [];
  readonly refunds: string[] = [];
  readonly disputes: string[] = [];
}

/** Takes a step. Returns false if there is nothing to take it with. @throws Error if the issuer refuses it, or doesn't answer. */
export async function takeIssuerStep(
  { site, accounts, random }: PurchaseWorld,
  created: Created,
  step: IssuerStep,
): Promise<boolean> {
  const { stripe, local } = site;
  const { authorizations, transactions } = stripe.testHelpers.issuing;
  const card = random.pick(accounts.flatMap(({ cards }) => cards))?.id ?? '';
  const cents = random.chance(0.2) ? random.between(5_000, 20_000) : random.between(1, 5_000);
  const share = random.between(1, 99) / 100;
  const authorize = async (amount: number, is_amount_controllable = false) => {
    await authorizations.create({ card, amount, is_amount_controllable });
    return true;
  };
  /** Takes a step with one of the latest authorizations in a state. */
  const withAuthorization = async (
    status: 'expired' | 'pending',
    use: (authorization: Stripe.Issuing.Authorization) => Promise<unknown>,
  ) => {
    const { data } = await stripe.issuing.authorizations.list({ status, limit: 30 });
    const authorization = random.pick(data.filter(({ approved, amount }) => approved && amount > 0));
    if (!authorization) return false;
    await use(authorization);
    return true;
  };
  const capture = (factor: number, status: 'expired' | 'pending' = 'pending', closes = true) =>
    withAuthorization(status, async ({ id, amount }) => {
      const capture_amount = Math.max(1, Math.round(amount * factor));
      const after = await authorizations.capture(id, { capture_amount, close_authorization: closes });
      const [latest] = after.transactions.toSorted((one, other) => other.created - one.created);
      if (latest) created.captures.push(latest.id);
    });
  /** Takes a step with one of the latest IDs. With `once`, the ID isn't used again. */
  const withOne = async (ids: string[], use: (id: string) => Promise<unknown>, once = false) => {
    const id = random.pick(ids.slice(-30));
    if (!id) return false;
    if (once) ids.splice(ids.indexOf(id), 1);
    await use(id);
    return true;
  };
  const refund = (params: { refund_amount?: number }) => async (id: string) =>
    created.refunds.push((await transactions.refund(id, params)).id);
  switch (step) {
    case 'purchase':
      return authorize(cents);
    case 'purchaseInPart':
      return authorize(cents * 3, true);
    case 'cardCheck':
      return authorize(0);
    case 'forcePost':
      created.captures.push(
        (await transactions.createForceCapture({ card, amount: random.between(1, 3_000) })).id,
      );
      return true;
    case 'increment':
      return withAuthorization('pending', ({ id }) =>
        authorizations.increment(id, { increment_amount: random.between(1, 3_000) }),
      );
    case 'reversePart':
      return withAuthorization('pending', ({ id, amount }) =>
        authorizations.reverse(id, { reverse_amount: Math.max(1, Math.floor(amount * share)) }),
      );
    case 'reverse':
      return withAuthorization('pending', ({ id }) => authorizations.reverse(id));
    case 'capture':
      return capture(1);
    case 'captureUnder':
      return capture(share);
    case 'captureOver':
      return capture(1 + share * 0.2);
    case 'captureBeyondMargin':
      return capture(1.2 + share);
    case 'capturePart':
      return capture(share, 'pending', false);
    case 'expire':
      return withAuthorization('pending', ({ id }) => authorizations.expire(id));
    case 'captureLate':
      return capture(share, 'expired');
    case 'refund':
      return withOne(created.captures, refund({}));
    case 'refundPart':
      return withOne(created.captures, refund({ refund_amount: random.between(1, 2_000) }));
    case 'refundUnlinked':
      created.refunds.push(
        (await transactions.createUnlinkedRefund({ card, amount: random.between(1, 1_500) })).id,
      );
      return true;
    case 'refundTakenBack':
      return withOne(created.refunds, async (id) => local.control({ do: 'reverse_refund', id }), true);
    case 'dispute':
      return withOne(created.captures, async (transaction) => {
        const { id } = await stripe.issuing.disputes.create({ transaction, evidence: EVIDENCE });
        created.disputes.push(id);
        await stripe.issuing.disputes.submit(id);
      });
    case 'disputeWon':
    case 'disputeLost': {
      const status = step === 'disputeWon' ? 'won' : 'lost';
      return withOne(
        created.disputes,
        async (id) => local.control({ do: 'close_dispute', id, status }),
        true,
      );
    }
  }
}
