import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { cardRequests } from '../../db/card-decision-tables';
import { cardAuthorizations, cardTransactions } from '../../db/card-purchase-tables';
import { cards } from '../../db/card-tables';
import { database, inTransaction, type Queryable } from '../../db/database';
import type { Fact } from '../../db/stored-card-fact';
import type { AuthorizationFacts, CardTransactionFacts, DisputeFacts } from '../../issuer/facts';
import type { Issuer } from '../../issuer/issuer';
import { announceCards } from '../announce';
import { decisionTerms } from '../decision/decision-terms';
import { lockCard } from './card-lock';
import { type StatusReader, updateCardStatus, updateHolderStatus } from './issuer-status';
import type { PurchaseKey } from './read-purchase';
import { type Settling, settle } from './settle';
import { storeAuthorization, storeDispute, storeTransaction } from './store-fact';

/** What applying facts needs of an issuer. */
export type FactReader = Pick<Issuer, 'readAuthorization'> & StatusReader;
type Reader = Pick<Issuer, 'readAuthorization'>;

/** Locks the card, stores, and brings the queue to the new state of the purchase: all or nothing. */
async function change(
  cardId: string,
  key: PurchaseKey,
  store: (db: Queryable, settling: Settling) => Promise<boolean>,
): Promise<boolean> {
  const terms = await decisionTerms();
  const hasStored = await inTransaction('transaction', async (db) => {
    const settling = { card: await lockCard(db, cardId), terms };
    const isStored = await store(db, settling);
    if (isStored) await settle(db, settling, key);
    return isStored;
  });
  announceCards([cardId]);
  return hasStored;
}

/**
 * Returns the card that an authorization was approved with, if the issuer now names one that has replaced it. Otherwise, returns
 * the named card. So holds, captures, and refunds of a purchase stay in one queue.
 */
async function originalCard(authorizationId: string, cardId: string): Promise<string> {
  const { rows } = await database('transaction').execute<{ id: string }>(sql`
    with recursive earlier as (
      select id, replaces from ${cards} where id = ${cardId}
      union select c.id, c.replaces from ${cards} c join earlier on c.id = earlier.replaces
    )
    select known.id from (
      select card_id as id, decided_at as at from ${cardRequests} where authorization_id = ${authorizationId}
      union all select card_id, created_at from ${cardAuthorizations} where id = ${authorizationId}
    ) known join earlier on earlier.id = known.id order by known.at limit 1`);
  return rows[0]?.id ?? cardId;
}

/**
 * Applies a snapshot of an authorization and the transactions in it. `isCurrent`: the issuer has just returned it. Otherwise,
 * a snapshot that contradicts the stored one is read from the issuer.
 */
export async function applyAuthorization(
  issuer: Reader,
  reported: AuthorizationFacts,
  isCurrent = false,
): Promise<void> {
  const cardId = await originalCard(reported.id, reported.cardId);
  const transactions = reported.transactions.map((transaction) =>
    transaction.cardId === reported.cardId ? { ...transaction, cardId } : transaction,
  );
  const snapshot = { ...reported, cardId, transactions };
  const key = { authorizationId: snapshot.id };
  const isStored = await change(snapshot.cardId, key, async (db, settling) => {
    if (!(await storeAuthorization(db, snapshot, isCurrent))) return false;
    for (const transaction of snapshot.transactions) await storeTransaction(db, transaction, settling);
    return true;
  });
  if (!isStored) await applyAuthorization(issuer, await issuer.readAuthorization(snapshot.id), true);
}

async function applyTransaction(issuer: Reader, transaction: CardTransactionFacts): Promise<void> {
  const { authorizationId, id } = transaction;
  if (authorizationId !== null) {
    const [known] = await database('transaction')
      .select({ id: cardAuthorizations.id })
      .from(cardAuthorizations)
      .where(eq(cardAuthorizations.id, authorizationId));
    // Without its authorization, it would look like one that was never approved.
    if (!known) await applyAuthorization(issuer, await issuer.readAuthorization(authorizationId), true);
  }
  const key = authorizationId === null ? { transactionId: id } : { authorizationId };
  const cardId =
    authorizationId === null ? transaction.cardId : await originalCard(authorizationId, transaction.cardId);
  await change(cardId, key, async (db, settling) => {
    await storeTransaction(db, { ...transaction, cardId }, settling);
    return true;
  });
}

/** @throws Error if the disputed transaction isn't stored yet. */
async function applyDispute(dispute: DisputeFacts): Promise<void> {
  const [transaction] = await database('transaction')
    .select({ cardId: cardTransactions.cardId, authorizationId: cardTransactions.authorizationId })
    .from(cardTransactions)
    .where(eq(cardTransactions.id, dispute.transactionId));
  if (!transaction) throw new Error(`The transaction ${dispute.transactionId} isn't known yet`);
  const { cardId, authorizationId } = transaction;
  const key = authorizationId === null ? { transactionId: dispute.transactionId } : { authorizationId };
  await change(cardId, key, async (db) => {
    await storeDispute(db, dispute, cardId);
    return true;
  });
}

/**
 * Stores what the issuer reports, and queues what the contract needs for it. Repeating it changes nothing.
 * @throws Error if it can't be applied yet, for example because its card isn't stored or no price is known.
 */
export async function applyFact(issuer: FactReader, fact: Fact): Promise<void> {
  switch (fact.kind) {
    case 'authorization':
      return applyAuthorization(issuer, fact.authorization);
    case 'transaction':
      return applyTransaction(issuer, fact.transaction);
    case 'dispute':
      return applyDispute(fact.dispute);
    case 'card':
      return updateCardStatus(issuer, fact.cardId);
    case 'holder':
      return updateHolderStatus(issuer, fact.holderId);
  }
}
