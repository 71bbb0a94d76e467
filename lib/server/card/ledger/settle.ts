import 'server-only';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { cardRequests } from '../../db/card-decision-tables';
import type { Queryable } from '../../db/database';
import type { AuthorizationFacts } from '../../issuer/facts';
import type { DecisionTerms } from '../decision/decision-terms';
import { releaseRequest } from '../decision/release-request';
import { type Purchase, purchaseOf } from '../purchase';
import type { LockedCard } from './card-lock';
import { missingOperations } from './postings';
import { priceAt } from './price-at';
import { queueOperations } from './queue-operations';
import { type PurchaseKey, readPurchase } from './read-purchase';

export interface Settling {
  card: LockedCard;
  terms: DecisionTerms;
}

/**
 * Stores that the issuer's outcome of requests is known, and releases what was reserved for those that it hasn't approved after
 * all. Once the authorization has ended, it approves nothing more. Returns whether anything was released.
 */
async function storeOutcomes(
  db: Queryable,
  { id, isApproved, status, requests }: AuthorizationFacts,
): Promise<boolean> {
  const isDecided = status === 'pending' ? lt(cardRequests.position, requests.length) : undefined;
  const decided = await db
    .update(cardRequests)
    .set({ outcomeAt: new Date() })
    .where(and(eq(cardRequests.authorizationId, id), isNull(cardRequests.outcomeAt), isDecided))
    .returning({ eventId: cardRequests.eventId, position: cardRequests.position });
  let hasReleased = false;
  for (const { eventId, position } of decided) {
    const wasApproved = position === null || requests[position]?.isApproved === true;
    if ((!isApproved || !wasApproved) && (await releaseRequest(eventId, db))) hasReleased = true;
  }
  return hasReleased;
}

/** Records what the issuer approved without us as an approval, with the price of now. Its hold is queued with the others. */
async function recordApproval(
  db: Queryable,
  authorization: AuthorizationFacts,
  { card, terms, amount }: Settling & { amount: bigint },
): Promise<void> {
  const { merchant, requests } = authorization;
  const createdAt = requests.findLast(({ isApproved }) => isApproved)?.createdAt ?? authorization.createdAt;
  await db.insert(cardRequests).values({
    ...(await priceAt(db, card, { at: createdAt, terms })),
    // Once per request and total, so that no amount is recorded twice. The total can also rise without a request.
    eventId: `${authorization.id}:${requests.length}:${authorization.amount}`,
    authorizationId: authorization.id,
    position: null,
    cardId: card.id,
    accountId: card.accountId,
    amount,
    approvedAmount: amount,
    currency: authorization.currency,
    merchantAmount: authorization.merchantAmount,
    merchantCurrency: authorization.merchantCurrency,
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantCategory: merchant.category,
    merchantCity: merchant.city,
    merchantCountry: merchant.country,
    isApproved: true,
    reason: 'issuer_approved',
    // Reserved with its hold, and released by the state of the purchase alone.
    reservedRaw: 0n,
    createdAt,
    decidedAt: new Date(),
    outcomeAt: new Date(),
    ms: 0,
  });
}

/**
 * Brings the queue to what a purchase should have on the chain, in a transaction that has locked card and account. Repeating it
 * changes nothing. Returns the purchase.
 */
export async function settle(db: Queryable, settling: Settling, key: PurchaseKey): Promise<Purchase> {
  const { card } = settling;
  let read = await readPurchase(db, card, key);
  const { authorization } = read.facts;
  if (authorization) {
    if (await storeOutcomes(db, authorization)) read = await readPurchase(db, card, key);
    const { unpriced } = purchaseOf(read.facts);
    if (unpriced > 0n) {
      await recordApproval(db, authorization, { ...settling, amount: unpriced });
      read = await readPurchase(db, card, key);
    }
  }
  const purchase = purchaseOf(read.facts);
  const missing = missingOperations(purchase, read.operations);
  if (missing.length === 0) return purchase;
  const approvals = read.facts.approvals.map(({ approvedAt }) => approvedAt.getTime());
  const approvedAt = approvals.length > 0 ? new Date(Math.max(...approvals)) : new Date();
  await queueOperations(db, missing, {
    ...settling,
    ...{ key, approvedAt, count: read.operations.length, countedOn: read.countedOn },
  });
  return purchase;
}
