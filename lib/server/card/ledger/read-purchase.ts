import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { cardOperations } from '../../db/card-decision-tables';
import { cardDisputes } from '../../db/card-purchase-tables';
import type { Queryable } from '../../db/database';
import { storedDispute, storedTransaction } from '../../db/stored-card-fact';
import { parsePrice } from '../../prices/fixed-point';
import { CURRENCY_DECIMALS } from '../currency';
import type { PurchaseFacts } from '../purchase-facts';
import type { Quote } from '../quote';
import type { LockedCard } from './card-lock';
import type { Operation } from './postings';
import { type PurchaseOperation, readStoredPurchases, type StoredPurchase } from './stored-purchase';

/** Names a purchase: an authorization, or a transaction without one. */
export type PurchaseKey = { authorizationId: string } | { transactionId: string };

/** Returns the purchase that an operation is for, or null for a freeze. */
export async function purchaseKeyOf(
  db: Queryable,
  { authorizationId, reference }: Pick<typeof cardOperations.$inferSelect, 'authorizationId' | 'reference'>,
): Promise<PurchaseKey | null> {
  if (authorizationId !== null) return { authorizationId };
  if (reference === null) return null;
  const [dispute] = await db
    .select({ transactionId: cardDisputes.transactionId })
    .from(cardDisputes)
    .where(eq(cardDisputes.id, reference));
  return dispute ?? { transactionId: reference };
}

/** What facts are read with: the card's ID, the decimals of its token, and its margin of now. */
type PricedCard = Pick<LockedCard, 'decimals' | 'id' | 'overCaptureBps'>;

function quoteOf(
  card: PricedCard,
  { price, marginBps }: { price: string | null; marginBps: number | null },
): Quote {
  const parsed = price === null ? null : parsePrice(price);
  if (parsed === null || marginBps === null)
    throw new Error(`A purchase of the card ${card.id} has no price`);
  return {
    price: parsed,
    marginBps,
    tokenDecimals: card.decimals,
    currencyDecimals: CURRENCY_DECIMALS,
  };
}

/** Returns the approvals among requests. Their times are the issuer's. */
const approvalsOf = (card: PricedCard, requests: StoredPurchase['requests']) =>
  requests
    .filter(({ isApproved, releasedAt, approvedAmount }) => isApproved && !releasedAt && approvedAmount > 0n)
    .map((row) => ({
      eventId: row.eventId,
      position: row.position,
      amount: row.approvedAmount,
      quote: quoteOf(card, row),
      approvedAt: row.createdAt,
    }));

const placedHold = (operations: readonly PurchaseOperation[]) =>
  operations.find(({ kind, state }) => kind === 'hold' && state !== 'canceled');

/** Returns the facts of a purchase that is stored. @throws Error if an approval has no price. */
export function purchaseFacts(card: PricedCard, stored: StoredPurchase): PurchaseFacts {
  const { requests, authorization, transactions, disputes, operations } = stored;
  const quotes = new Map(transactions.map((row) => [row.id, quoteOf(card, row)]));
  const quoteFor = (id: string): Quote => {
    const quote = quotes.get(id);
    if (!quote) throw new Error(`The transaction ${id} has no price`);
    return quote;
  };
  const refused = operations.filter(
    ({ kind, state }) => state === 'refused' && (kind === 'debit' || kind === 'credit'),
  );
  return {
    approvals: approvalsOf(card, requests),
    authorization,
    transactions: transactions.map(({ id, snapshot }) => ({
      ...z.decode(storedTransaction, snapshot),
      quote: quoteFor(id),
    })),
    disputes: disputes.map(({ transactionId, snapshot }) => ({
      ...z.decode(storedDispute, snapshot),
      quote: quoteFor(transactionId),
    })),
    refused: new Set(refused.flatMap(({ reference }) => reference ?? [])),
    // The contract keeps the margin of the first hold.
    overCaptureBps: placedHold(operations)?.overCaptureBps ?? card.overCaptureBps,
  };
}

/** Returns what is stored of a purchase of a locked card, its operations, and the day that its hold counts for. */
export async function readPurchase(
  db: Queryable,
  card: LockedCard,
  key: PurchaseKey,
): Promise<{ facts: PurchaseFacts; operations: readonly Operation[]; countedOn: string | null }> {
  const id = 'authorizationId' in key ? key.authorizationId : key.transactionId;
  const stored = (await readStoredPurchases(db, [id])).get(id);
  if (!stored) throw new Error(`The purchase ${id} was not read`);
  const { operations } = stored;
  return {
    operations,
    countedOn: placedHold(operations)?.countedOn ?? null,
    facts: purchaseFacts(card, stored),
  };
}
