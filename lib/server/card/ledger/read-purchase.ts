import 'server-only';
import { asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { cardOperations, cardRequests } from '../../db/card-decision-tables';
import { cardAuthorizations, cardDisputes, cardTransactions } from '../../db/card-purchase-tables';
import type { Queryable } from '../../db/database';
import { storedAuthorization, storedDispute, storedTransaction } from '../../db/stored-card-fact';
import { parsePrice } from '../../prices/fixed-point';
import type { PurchaseFacts } from '../purchase-facts';
import type { Quote } from '../quote';
import type { LockedCard } from './card-lock';
import type { Operation } from './postings';

/** Digits of US cents, the only currency of cards. */
const CURRENCY_DECIMALS = 2;

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

/** A posting, with what holds have besides. */
type QueuedOperation = Operation & { overCaptureBps: number | null; countedOn: string | null };

/** What is stored of a purchase. Operations are in the order of the queue. */
export interface PurchaseRows {
  requests: readonly (typeof cardRequests.$inferSelect)[];
  authorization: typeof cardAuthorizations.$inferSelect | undefined;
  transactions: readonly (typeof cardTransactions.$inferSelect)[];
  disputes: readonly (typeof cardDisputes.$inferSelect)[];
  operations: readonly QueuedOperation[];
}

/** Returns the approvals among requests. Their times are the issuer's. */
const approvalsOf = (card: PricedCard, requests: PurchaseRows['requests']) =>
  requests
    .filter(({ isApproved, releasedAt, approvedAmount }) => isApproved && !releasedAt && approvedAmount > 0n)
    .map((row) => ({
      eventId: row.eventId,
      position: row.position,
      amount: row.approvedAmount,
      quote: quoteOf(card, row),
      approvedAt: row.createdAt,
    }));

/** Returns the facts of a purchase that is stored. @throws Error if an approval has no price. */
export function purchaseFacts(card: PricedCard, rows: PurchaseRows): PurchaseFacts {
  const { requests, authorization, transactions, disputes, operations } = rows;
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
    authorization: authorization ? z.decode(storedAuthorization, authorization.snapshot) : null,
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

const placedHold = (operations: readonly QueuedOperation[]) =>
  operations.find(({ kind, state }) => kind === 'hold' && state !== 'canceled');

/** Returns the operations of a purchase in the order of the queue: of its authorization, and for its transactions. */
async function operationsOf(db: Queryable, key: PurchaseKey, references: readonly string[]) {
  const columns = {
    id: cardOperations.id,
    kind: cardOperations.kind,
    state: cardOperations.state,
    reference: cardOperations.reference,
    amount: cardOperations.amountRaw,
    overCaptureBps: cardOperations.overCaptureBps,
    countedOn: cardOperations.countedOn,
  };
  const read = (condition: ReturnType<typeof eq>) =>
    db.select(columns).from(cardOperations).where(condition).orderBy(asc(cardOperations.id));
  const ofAuthorization =
    'authorizationId' in key ? await read(eq(cardOperations.authorizationId, key.authorizationId)) : [];
  const others = references.length > 0 ? await read(inArray(cardOperations.reference, [...references])) : [];
  const byId = new Map([...ofAuthorization, ...others].map((one) => [one.id, one]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Returns what is stored of a purchase of a locked card, its operations, and the day that its hold counts for. */
export async function readPurchase(
  db: Queryable,
  card: LockedCard,
  key: PurchaseKey,
): Promise<{ facts: PurchaseFacts; operations: Operation[]; countedOn: string | null }> {
  const authorizationId = 'authorizationId' in key ? key.authorizationId : null;
  const [authorization] = authorizationId
    ? await db.select().from(cardAuthorizations).where(eq(cardAuthorizations.id, authorizationId))
    : [];
  const requests = authorizationId
    ? await db.select().from(cardRequests).where(eq(cardRequests.authorizationId, authorizationId))
    : [];
  const transactions = await db
    .select()
    .from(cardTransactions)
    .where(
      'authorizationId' in key
        ? eq(cardTransactions.authorizationId, key.authorizationId)
        : eq(cardTransactions.id, key.transactionId),
    );
  const ids = transactions.map(({ id }) => id);
  const disputes =
    ids.length > 0
      ? await db.select().from(cardDisputes).where(inArray(cardDisputes.transactionId, ids))
      : [];
  const operations = await operationsOf(db, key, [...ids, ...disputes.map(({ id }) => id)]);
  return {
    operations,
    countedOn: placedHold(operations)?.countedOn ?? null,
    facts: purchaseFacts(card, { requests, authorization, transactions, disputes, operations }),
  };
}
