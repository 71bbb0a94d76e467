import 'server-only';
import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { z } from 'zod';
import { cardOperations, cardRequests } from '../../db/card-decision-tables';
import { cardAuthorizations, cardDisputes, cardTransactions } from '../../db/card-purchase-tables';
import type { Queryable } from '../../db/database';
import { outbox } from '../../db/sender-tables';
import { storedAuthorization } from '../../db/stored-card-fact';
import type { AuthorizationFacts } from '../../issuer/facts';

const operationColumns = {
  id: cardOperations.id,
  kind: cardOperations.kind,
  state: cardOperations.state,
  reason: cardOperations.reason,
  reference: cardOperations.reference,
  amount: cardOperations.amountRaw,
  overCaptureBps: cardOperations.overCaptureBps,
  countedOn: cardOperations.countedOn,
  expiresAt: cardOperations.expiresAt,
  authorizationId: cardOperations.authorizationId,
  createdAt: cardOperations.createdAt,
  // Until it is confirmed, the latest signed transaction.
  txHash: sql<Hex | null>`coalesce(${cardOperations.txHash}, ${outbox.hashes}[array_upper(${outbox.hashes}, 1)])`,
};

async function readOperations(db: Queryable, ids: string[], references: string[]) {
  const isOfPurchase = inArray(cardOperations.authorizationId, ids);
  return db
    .select(operationColumns)
    .from(cardOperations)
    .leftJoin(outbox, eq(outbox.id, cardOperations.outboxId))
    .where(
      references.length > 0 ? or(isOfPurchase, inArray(cardOperations.reference, references)) : isOfPurchase,
    )
    .orderBy(asc(cardOperations.id));
}

/** A posting with its transaction of the chain, or null if it wasn't sent. `amount` is in base units. */
export type PurchaseOperation = Awaited<ReturnType<typeof readOperations>>[number];

/** What is stored of a purchase. Operations are in the order of the queue, disputes the latest first. */
export interface StoredPurchase {
  requests: readonly (typeof cardRequests.$inferSelect)[];
  authorization: AuthorizationFacts | null;
  transactions: readonly (typeof cardTransactions.$inferSelect)[];
  disputes: readonly (typeof cardDisputes.$inferSelect)[];
  operations: readonly PurchaseOperation[];
}

/**
 * Reads all that is stored of purchases, in a few queries for all of them. IDs are of authorizations, or of transactions without
 * one. The queries are in turn, because `db` can be a transaction.
 */
export async function readStoredPurchases(
  db: Queryable,
  purchaseIds: readonly string[],
): Promise<Map<string, StoredPurchase>> {
  if (purchaseIds.length === 0) return new Map();
  const ids = [...purchaseIds];
  const requests = await db
    .select()
    .from(cardRequests)
    .where(inArray(cardRequests.authorizationId, ids))
    .orderBy(asc(cardRequests.createdAt), asc(cardRequests.position));
  const authorizations = await db
    .select({ id: cardAuthorizations.id, snapshot: cardAuthorizations.snapshot })
    .from(cardAuthorizations)
    .where(inArray(cardAuthorizations.id, ids));
  const transactions = await db
    .select()
    .from(cardTransactions)
    .where(or(inArray(cardTransactions.authorizationId, ids), inArray(cardTransactions.id, ids)));
  const transactionIds = transactions.map(({ id }) => id);
  const disputes =
    transactionIds.length === 0
      ? []
      : await db
          .select()
          .from(cardDisputes)
          .where(inArray(cardDisputes.transactionId, transactionIds))
          .orderBy(desc(cardDisputes.createdAt));
  const operations = await readOperations(db, ids, [...transactionIds, ...disputes.map(({ id }) => id)]);
  const purchase = (purchaseId: string): StoredPurchase => {
    const own = transactions.filter(
      ({ id, authorizationId }) => authorizationId === purchaseId || id === purchaseId,
    );
    const references = new Set(own.map(({ id }) => id));
    const ownDisputes = disputes.filter(({ transactionId }) => references.has(transactionId));
    for (const { id } of ownDisputes) references.add(id);
    const snapshot = authorizations.find(({ id }) => id === purchaseId)?.snapshot;
    return {
      requests: requests.filter(({ authorizationId }) => authorizationId === purchaseId),
      authorization: snapshot ? z.decode(storedAuthorization, snapshot) : null,
      transactions: own,
      disputes: ownDisputes,
      operations: operations.filter(
        ({ authorizationId, reference }) =>
          authorizationId === purchaseId || (reference !== null && references.has(reference)),
      ),
    };
  };
  return new Map(ids.map((id) => [id, purchase(id)]));
}
