import type { Issuer } from '../state/issuer';
import type { Authorization, Card, Cardholder, Dispute, Transaction } from '../state/state';
import { noSuchObject } from '../wire/errors';

function found<Item>(item: Item | undefined, kind: string, id: string, param: string): Item {
  if (!item) throw noSuchObject(kind, id, param);
  return item;
}

/** Returns a cardholder. @throws {ApiError} that names `param` if there's none. */
export const findCardholder = ({ state }: Issuer, id: string, param = 'cardholder'): Cardholder =>
  found(state.cardholders.get(id), 'issuing cardholder', id, param);

/** Returns a card. @throws {ApiError} that names `param` if there's none. */
export const findCard = ({ state }: Issuer, id: string, param = 'card'): Card =>
  found(state.cards.get(id), 'issuing card', id, param);

/** Returns an authorization. @throws {ApiError} if there's none. */
export const findAuthorization = ({ state }: Issuer, id: string): Authorization =>
  found(state.authorizations.get(id), 'issuing authorization', id, 'authorization');

/** Returns a transaction. @throws {ApiError} if there's none. */
export const findTransaction = ({ state }: Issuer, id: string): Transaction =>
  found(state.transactions.get(id), 'issuing transaction', id, 'transaction');

/** Returns a dispute. @throws {ApiError} if there's none. */
export const findDispute = ({ state }: Issuer, id: string): Dispute =>
  found(state.disputes.get(id), 'issuing dispute', id, 'dispute');
