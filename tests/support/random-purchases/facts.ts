import type Stripe from 'stripe';
import { parseUnits } from 'viem';
import type { Approval, Movement, Purchase, Quote } from './reference';
import type { PurchaseWorld } from './world';

/** A purchase of a card, as the issuer has it in the end. */
export type IssuerPurchase = Purchase & { id: string; card: string };

const idOf = (link: string | { id: string }) => (typeof link === 'string' ? link : link.id);

/** Prices within 2% of one dollar count as pegged, which has no margin. */
const quoteOf = (price: string): Quote => {
  const parsed = parseUnits(price, 18);
  const one = 10n ** 18n;
  const distance = parsed > one ? parsed - one : one - parsed;
  return { price: parsed, marginBps: distance * 10_000n <= 200n * one ? 0n : 150n };
};

/** Returns the price that was set last before the end of a time in seconds, or that was in force then if it is exact. */
function priceAt({ prices }: PurchaseWorld, seconds: number): Quote {
  const point = prices.findLast(({ at }) => at.getTime() <= seconds * 1_000) ?? prices[0];
  return quoteOf(point?.price ?? '1');
}

type StoredApproval = {
  id: string;
  authorization: string;
  position: number | null;
  at: Date;
  decided: Date;
  cents: string;
  price: string;
  margin: number;
};

/** Requires that an approval has the price of its time. */
function requireKnownPrice(
  world: PurchaseWorld,
  { at, decided, price, margin, position, id }: StoredApproval,
) {
  const quote = { price: parseUnits(price, 18), marginBps: BigInt(margin) };
  if (position === null) {
    expect({ id, ...quote }).toEqual({ id, ...priceAt(world, at.getTime() / 1_000) });
    return quote;
  }
  const from = world.prices.findLast((one) => one.at.getTime() <= at.getTime()) ?? world.prices[0];
  // A request that waited was decided later than it was received.
  const until = Math.max(decided.getTime(), at.getTime()) + 3_000;
  const possible = world.prices.filter((one) => one === from || (one.at >= at && one.at.getTime() <= until));
  expect(possible.map((one) => quoteOf(one.price))).toContainEqual(quote);
  return quote;
}

/** Reads all purchases from the issuer, with the approvals that the server has stored for them. */
export async function readPurchases(world: PurchaseWorld): Promise<IssuerPurchase[]> {
  const { site, query } = world;
  const { issuing } = site.stripe;
  const all = async <Item>(list: AsyncIterable<Item>) => {
    const items: Item[] = [];
    for await (const item of list) items.push(item);
    return items;
  };
  const authorizations = await all(issuing.authorizations.list({ limit: 100 }));
  const transactions = await all(issuing.transactions.list({ limit: 100 }));
  const disputes = await all(issuing.disputes.list({ limit: 100 }));
  const stored = await query<StoredApproval>(
    `select event_id as id, authorization_id as authorization, position, created_at as at, decided_at as decided,
        approved_amount::text as cents, price::text, margin_bps as margin from card_requests
      where is_approved and released_at is null and approved_amount > 0`,
  );
  const movementOf = (one: Stripe.Issuing.Transaction): Movement => ({
    ...{ id: one.id, at: one.created, cents: one.amount, isCapture: one.type === 'capture' },
    ...priceAt(world, one.created),
  });
  const wonOf = ({ id, created, amount, transaction }: Stripe.Issuing.Dispute): Movement => {
    const disputed = transactions.find((one) => one.id === idOf(transaction));
    return {
      id,
      at: created,
      cents: amount,
      isCapture: false,
      ...priceAt(world, disputed?.created ?? created),
    };
  };
  const movementsOf = (some: Stripe.Issuing.Transaction[]) => [
    ...some.map(movementOf),
    ...disputes
      .filter(
        ({ status, transaction }) => status === 'won' && some.some(({ id }) => id === idOf(transaction)),
      )
      .map(wonOf),
  ];
  const approvalsOf = ({ id, request_history }: Stripe.Issuing.Authorization): Approval[] =>
    stored
      .filter(({ authorization, position }) => {
        return authorization === id && (position === null || request_history[position]?.approved === true);
      })
      .map((one) => ({
        ...{ id: one.id, at: one.at.getTime() / 1_000, cents: Number(one.cents) },
        ...requireKnownPrice(world, one),
      }));
  return [
    ...authorizations.map((one): IssuerPurchase => {
      const own = transactions.filter(({ authorization }) => authorization && idOf(authorization) === one.id);
      return {
        ...{ id: one.id, card: idOf(one.card), cents: one.amount, isApproved: one.approved },
        status: one.status as IssuerPurchase['status'],
        ...{ approvals: approvalsOf(one), movements: movementsOf(own) },
      };
    }),
    ...transactions
      .filter(({ authorization }) => authorization === null)
      .map((one): IssuerPurchase => {
        const none = { status: 'none', isApproved: false, cents: 0, approvals: [] } as const;
        return { ...none, id: one.id, card: idOf(one.card), movements: movementsOf([one]) };
      }),
  ];
}
