import type Stripe from 'stripe';
import { invalidParameter } from '../wire/errors';
import type { ApiObject, Authorization, Card, State, Transaction } from './state';

function found<Item>(item: Item | undefined, id: string): Item {
  if (!item) throw new Error(`The issuer has lost ${id}`);
  return item;
}

export const cardView = (state: State, card: Card): Stripe.Issuing.Card => ({
  ...card,
  cardholder: found(state.cardholders.get(card.cardholder), card.cardholder),
});

/** Returns the transactions that name an authorization, oldest first. */
export const transactionsOf = (state: State, authorization: string): Transaction[] =>
  state.transactions
    .newestFirst()
    .filter((transaction) => transaction.authorization === authorization)
    .reverse();

/** Returns a transaction without what Stripe includes only if `expand` asks for it. */
const transactionView = ({ purchase_details: _, ...shown }: Transaction): Transaction => shown;

const authorizationView = (state: State, stored: Authorization): Stripe.Issuing.Authorization => ({
  ...stored,
  card: cardView(state, found(state.cards.get(stored.card), stored.card)),
  transactions: transactionsOf(state, stored.id).map(transactionView),
});

const isObject = (value: unknown): value is ApiObject =>
  typeof value === 'object' && value !== null && 'object' in value && typeof value.object === 'string';

/** Returns an object as the API shows it: with the objects that Stripe always embeds, and IDs of all others. */
export function view(state: State, stored: ApiObject): ApiObject {
  switch (stored.object) {
    case 'issuing.card':
      return cardView(state, stored as Card);
    case 'issuing.authorization':
      return authorizationView(state, stored as Authorization);
    case 'issuing.transaction':
      return transactionView(stored as Transaction);
    default:
      return stored;
  }
}

/** Fields with an ID that `expand` replaces by the object. */
const LINKS: Record<
  string,
  Record<string, 'authorizations' | 'cardholders' | 'cards' | 'disputes' | 'transactions'>
> = {
  'issuing.card': { replaced_by: 'cards', replacement_for: 'cards' },
  'issuing.authorization': { cardholder: 'cardholders' },
  'issuing.transaction': {
    authorization: 'authorizations',
    card: 'cards',
    cardholder: 'cardholders',
    dispute: 'disputes',
  },
  'issuing.dispute': { transaction: 'transactions' },
};

function expandLink(
  state: State,
  object: ApiObject,
  [field = '', ...rest]: readonly string[],
  path: string,
): object {
  if (object.object === 'issuing.transaction' && field === 'purchase_details') {
    const details = state.transactions.get(String(Reflect.get(object, 'id')))?.purchase_details ?? null;
    return { ...object, purchase_details: details };
  }
  const collection = LINKS[object.object]?.[field];
  const value: unknown = Reflect.get(object, field);
  if (!collection && !isObject(value) && !Array.isArray(value))
    throw invalidParameter('expand', `This property cannot be expanded (${path}).`);
  if (value === null || value === undefined) return object;
  const each = (item: unknown): unknown => {
    const linked = typeof item === 'string' && collection ? state[collection].get(item) : undefined;
    const inner = linked ? view(state, linked) : item;
    return rest.length > 0 && isObject(inner) ? expandLink(state, inner, rest, path) : inner;
  };
  return { ...object, [field]: Array.isArray(value) ? value.map(each) : each(value) };
}

/**
 * Returns an object of the API with the properties in `paths` expanded.
 *
 * @throws {ApiError} as Stripe's if a property can't be expanded, or a path has more than four levels.
 */
export function expanded(state: State, object: ApiObject, paths: readonly string[]): object {
  return paths.reduce<ApiObject>((expanding, path) => {
    const fields = path.split('.');
    if (fields.length > 4)
      throw invalidParameter('expand', 'You cannot expand more than 4 levels of a property');
    return expandLink(state, expanding, fields, path) as ApiObject;
  }, object);
}
