import 'server-only';
import { eq } from 'drizzle-orm';
import { cards } from '../db/card-tables';
import { database, inTransaction } from '../db/database';
import type { Issuer } from '../issuer/issuer';
import { IssuerRequestError } from '../issuer/issuer-error';
import { announceCards } from './announce';
import { lockCard } from './ledger/card-lock';
import { queueFreeze } from './queue-freeze';

/** What retiring a card needs of an issuer. */
export type CardRetirer = Pick<Issuer, 'cancel' | 'readCard'>;

/** Cancels a card at the issuer, unless it is canceled: its replacement became active, or another call was faster. */
async function cancel(issuer: CardRetirer, id: string, reason: 'lost' | 'stolen' | null): Promise<void> {
  const isCanceled = async () => (await issuer.readCard(id)).status === 'canceled';
  if (await isCanceled()) return;
  try {
    await issuer.cancel(id, reason);
  } catch (error) {
    if (!(error instanceof IssuerRequestError && error.isRefused && (await isCanceled()))) throw error;
  }
}

/**
 * Ends a card that is replaced, and those that it replaces: freezes it, so that nothing is approved anymore and the contract refuses
 * new purchases, and cancels it at the issuer. Purchases that were approved before can still be charged, and refunds still arrive.
 * Repeating it changes nothing.
 * @throws IssuerRequestError if the issuer doesn't cancel it.
 */
export async function retireCard(
  issuer: CardRetirer,
  id: string,
  reason: 'lost' | 'stolen' | null,
): Promise<void> {
  const ofCard = eq(cards.id, id);
  const [card] = await database('transaction')
    .select({ status: cards.status, issuerStatus: cards.issuerStatus, replaces: cards.replaces })
    .from(cards)
    .where(ofCard);
  // The card that it replaces is active if this one never was.
  if (card?.replaces) await retireCard(issuer, card.replaces, null);
  if (card?.issuerStatus === 'canceled' && card.status !== 'active') return;
  await inTransaction('transaction', async (db) => queueFreeze(db, await lockCard(db, id)));
  await cancel(issuer, id, reason);
  await database('transaction')
    .update(cards)
    .set({ issuerStatus: 'canceled', issuerSetStatus: 'canceled', readAt: new Date() })
    .where(ofCard);
  announceCards([id]);
}
