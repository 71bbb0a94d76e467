import type Stripe from 'stripe';
import type { CardSecrets } from './card-numbers';
import { PinKey } from './pin-key';

/** Objects that the API returns. Each has its type in `object`. */
export type ApiObject = { object: string };

export type Cardholder = Stripe.Issuing.Cardholder;
export type Card = Omit<Stripe.Issuing.Card, 'cardholder'> & { cardholder: string };
export type Authorization = Omit<Stripe.Issuing.Authorization, 'card' | 'cardholder' | 'transactions'> & {
  card: string;
  cardholder: string;
};
export type Transaction = Omit<
  Stripe.Issuing.Transaction,
  'card' | 'cardholder' | 'authorization' | 'dispute'
> & {
  card: string;
  cardholder: string;
  authorization: string | null;
  dispute: string | null;
};
export type Dispute = Omit<Stripe.Issuing.Dispute, 'transaction'> & { transaction: string };

/** An event as Stripe's `Event`, with any object. */
export interface IssuerEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** A key that shows one card's secrets in the browser that has its nonce. */
export interface EphemeralKey extends Omit<Stripe.EphemeralKey, 'secret'> {
  secret: string;
  card: string;
  nonce: string;
}

/** Objects of one type, by ID, in the order of their creation. */
export class Collection<Item extends { id: string }> {
  readonly #items = new Map<string, Item>();

  add(item: Item): Item {
    this.#items.set(item.id, item);
    return item;
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  remove(id: string): void {
    this.#items.delete(id);
  }

  /** Returns the objects, newest first, as Stripe's lists do. */
  newestFirst(): Item[] {
    return [...this.#items.values()].reverse();
  }
}

/** All that the issuer remembers. */
export const newState = () => ({
  cardholders: new Collection<Cardholder>(),
  cards: new Collection<Card>(),
  authorizations: new Collection<Authorization>(),
  transactions: new Collection<Transaction>(),
  disputes: new Collection<Dispute>(),
  ephemeralKeys: new Collection<EphemeralKey>(),
  events: new Collection<IssuerEvent>(),
  /** By card ID. */
  secrets: new Map<string, CardSecrets>(),
  pinKey: new PinKey(),
  /** Card IDs by nonce. Using a nonce removes it. */
  nonces: new Map<string, string>(),
  /** How many API requests have asked for a number or CVC with `expand`. */
  expandedSecrets: 0,
});

export type State = ReturnType<typeof newState>;
