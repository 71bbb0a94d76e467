import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { cardAuthorizations, cardDisputes, cardTransactions } from '../../db/card-purchase-tables';
import type { Queryable } from '../../db/database';
import { storedAuthorization, storedDispute, storedTransaction } from '../../db/stored-card-fact';
import type { AuthorizationFacts, CardTransactionFacts, DisputeFacts } from '../../issuer/facts';
import type { DecisionTerms } from '../decision/decision-terms';
import { laterDispute, laterSnapshot } from '../purchase-facts';
import type { LockedCard } from './card-lock';
import { priceAt } from './price-at';

/** How long only events report an authorization that is open, and then the interval at which it's read from the issuer. */
const EVENTS_MS = 24 * 60 * 60 * 1_000;
const READ_AGAIN_MS = 60 * 60 * 1_000;

/** Stores a transaction with the price at its time, once. */
export async function storeTransaction(
  db: Queryable,
  transaction: CardTransactionFacts,
  { card, terms }: { card: LockedCard; terms: DecisionTerms },
): Promise<void> {
  const [known] = await db
    .select({ id: cardTransactions.id })
    .from(cardTransactions)
    .where(eq(cardTransactions.id, transaction.id));
  if (known) return;
  const { type: kind, merchant, ...columns } = transaction;
  await db.insert(cardTransactions).values({
    ...columns,
    ...(await priceAt(db, card, { at: transaction.createdAt, terms })),
    kind,
    merchantName: merchant.name,
    snapshot: z.encode(storedTransaction, transaction),
  });
}

/**
 * Stores a snapshot of an authorization unless a later one is stored. With `isCurrent`, the issuer has just returned it, so it
 * replaces one that it contradicts. Returns false if it contradicts the stored one otherwise.
 */
export async function storeAuthorization(
  db: Queryable,
  snapshot: AuthorizationFacts,
  isCurrent: boolean,
): Promise<boolean> {
  const [stored] = await db
    .select({ snapshot: cardAuthorizations.snapshot })
    .from(cardAuthorizations)
    .where(eq(cardAuthorizations.id, snapshot.id));
  const before = stored ? z.decode(storedAuthorization, stored.snapshot) : snapshot;
  const latest = laterSnapshot(before, snapshot) ?? (isCurrent ? snapshot : null);
  if (!latest) return false;
  const { id, cardId, status, createdAt } = latest;
  const row = {
    ...{ id, cardId, status, createdAt },
    snapshot: z.encode(storedAuthorization, latest),
    nextReadAt: new Date(Math.max(Date.now() + READ_AGAIN_MS, createdAt.getTime() + EVENTS_MS)),
  };
  await db
    .insert(cardAuthorizations)
    .values(row)
    .onConflictDoUpdate({ target: cardAuthorizations.id, set: row });
  return true;
}

/** Stores a dispute, unless a later version is stored. */
export async function storeDispute(db: Queryable, dispute: DisputeFacts, cardId: string): Promise<void> {
  const [stored] = await db
    .select({ snapshot: cardDisputes.snapshot })
    .from(cardDisputes)
    .where(eq(cardDisputes.id, dispute.id));
  const latest = stored ? laterDispute(z.decode(storedDispute, stored.snapshot), dispute) : dispute;
  const row = { ...latest, cardId, snapshot: z.encode(storedDispute, latest) };
  await db.insert(cardDisputes).values(row).onConflictDoUpdate({ target: cardDisputes.id, set: row });
}
