import type Stripe from 'stripe';
import { z } from 'zod';
import type { Authorization, Card, State } from '../state/state';
import { transactionsOf } from '../state/views';
import { invalidParameter } from '../wire/errors';
import { country, integer } from '../wire/form';
import { category } from './merchant';

type Controls = Stripe.Issuing.Card.SpendingControls;
type Limit = Stripe.Issuing.Card.SpendingControls.SpendingLimit;

const presence = z.enum(['not_present', 'present']);
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.union([z.literal('').transform(() => null), z.array(item)]).optional();

/** Parameter `spending_controls` of cards and cardholders. */
export const spendingControlParams = z.strictObject({
  allowed_card_presences: listOf(presence),
  allowed_categories: listOf(category),
  allowed_merchant_countries: listOf(country),
  blocked_card_presences: listOf(presence),
  blocked_categories: listOf(category),
  blocked_merchant_countries: listOf(country),
  spending_limits: listOf(
    z.strictObject({
      amount: integer(1),
      categories: z.array(category).optional(),
      interval: z.enum(['all_time', 'daily', 'monthly', 'per_authorization', 'weekly', 'yearly']),
    }),
  ),
});

const PAIRS = [
  ['allowed_card_presences', 'blocked_card_presences'],
  ['allowed_categories', 'blocked_categories'],
  ['allowed_merchant_countries', 'blocked_merchant_countries'],
] as const;

/** Controls that restrict nothing. */
export const noControls = (currency: string | null): Controls => ({
  allowed_card_presences: null,
  allowed_categories: null,
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: null,
  blocked_merchant_countries: null,
  spending_limits: [],
  spending_limits_currency: currency,
});

/** Stripe's limit for each authorization of every card: 10,000 in the card's currency. */
const MAX_AUTHORIZATION = 1_000_000;

/** Stripe's limit for cards that are created without one: 500 a day in the card's currency. */
export const DEFAULT_LIMIT: Limit = { amount: 50_000, categories: [], interval: 'daily' };

/**
 * Returns controls after an update. A parameter that isn't set leaves its control as it is.
 *
 * @throws {ApiError} if a control is both allowed and blocked.
 */
export function mergeControls(
  before: Controls,
  params: z.output<typeof spendingControlParams> | undefined,
): Controls {
  const { spending_limits: limits, ...lists } = params ?? {};
  const set = Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined));
  const merged: Controls = {
    ...before,
    ...set,
    ...(limits === undefined
      ? {}
      : {
          spending_limits: (limits ?? []).map((limit) => ({ ...limit, categories: limit.categories ?? [] })),
        }),
  };
  for (const [allowed, blocked] of PAIRS) {
    if (merged[allowed]?.length && merged[blocked]?.length)
      throw invalidParameter(
        `spending_controls[${allowed}]`,
        `You cannot set both \`${allowed}\` and \`${blocked}\`.`,
      );
  }
  return merged;
}

/** Start of the current interval in UTC, in seconds. Weeks start on Sunday. */
function intervalStart(interval: string, now: number): number {
  const date = new Date(now * 1000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (interval) {
    case 'daily':
      return Date.UTC(year, month, day) / 1000;
    case 'weekly':
      return Date.UTC(year, month, day - date.getUTCDay()) / 1000;
    case 'monthly':
      return Date.UTC(year, month) / 1000;
    case 'yearly':
      return Date.UTC(year, 0) / 1000;
    default:
      return 0;
  }
}

/** The card and all cards that it replaces, whose spending counts for it, too. */
function cardChain(state: State, card: Card): string[] {
  const earlier =
    typeof card.replacement_for === 'string' ? state.cards.get(card.replacement_for) : undefined;
  return [card.id, ...(earlier ? cardChain(state, earlier) : [])];
}

const capturedBy = (transactions: readonly { type: string; amount: number }[]) =>
  transactions.reduce((sum, { type, amount }) => sum + (type === 'capture' ? -amount : 0), 0);

/** Held and captured amount of `cards` since `start` for a limit's categories. Refunds don't lower it. */
function spent(state: State, cards: readonly string[], { categories }: Limit, start: number): number {
  const counts = (item: { card: string; created: number; merchant_data: { category: string } }) =>
    cards.includes(item.card) &&
    item.created >= start &&
    (!categories?.length || categories.includes(item.merchant_data.category));
  const authorized = state.authorizations
    .newestFirst()
    .filter((item) => item.approved && counts(item))
    .map(({ id, amount, status }) => {
      const captured = capturedBy(transactionsOf(state, id));
      return status === 'pending' ? Math.max(amount, captured) : captured;
    });
  const forced = state.transactions
    .newestFirst()
    .filter((item) => item.authorization === null && counts(item));
  return authorized.reduce((sum, amount) => sum + amount, 0) + capturedBy(forced);
}

/** Returns whether controls decline a request for `amount` more on an authorization that isn't counted for it yet. */
export function isDeclinedByControls(
  { state, now }: { state: State; now: number },
  { card, authorization, amount }: { card: Card; authorization: Authorization; amount: number },
): boolean {
  const holder = state.cardholders.get(card.cardholder);
  const ownCards = cardChain(state, card);
  const holderCards = state.cards
    .newestFirst()
    .filter(({ cardholder }) => cardholder === card.cardholder)
    .map(({ id }) => id);
  const { merchant_data: merchant, card_presence: cardPresence } = authorization;
  const isRefused = (
    allowed: readonly string[] | null,
    blocked: readonly string[] | null,
    value: string | null,
  ) => (allowed?.length && !allowed.includes(value ?? '')) || blocked?.includes(value ?? '');

  const declines = (controls: Controls, cards: readonly string[]) =>
    isRefused(controls.allowed_categories, controls.blocked_categories, merchant.category) ||
    isRefused(controls.allowed_merchant_countries, controls.blocked_merchant_countries, merchant.country) ||
    isRefused(controls.allowed_card_presences, controls.blocked_card_presences, cardPresence) ||
    (controls.spending_limits ?? []).some((limit) => {
      if (limit.categories?.length && !limit.categories.includes(merchant.category)) return false;
      const before =
        limit.interval === 'per_authorization'
          ? authorization.amount
          : spent(state, cards, limit, intervalStart(limit.interval, now));
      return before + amount > limit.amount;
    });
  return Boolean(
    authorization.amount + amount > MAX_AUTHORIZATION ||
      declines(card.spending_controls, ownCards) ||
      (holder?.spending_controls && declines(holder.spending_controls, holderCards)),
  );
}
