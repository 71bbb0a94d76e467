import 'server-only';
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cardHolders, cards, lastRead } from '../../db/card-tables';
import { database } from '../../db/database';
import type { Fact } from '../../db/stored-card-fact';
import type { Issuer } from '../../issuer/issuer';
import { announceCards } from '../announce';

/** What reading the status of cards and holders needs of an issuer. */
export type StatusReader = Pick<Issuer, 'readCard' | 'readHolder'>;

type StatusFact = Extract<Fact, { kind: 'card' | 'holder' }>;

const BATCH = 100;

/** A reading that began earlier than the stored one changes nothing. */
const isLater = (column: PgColumn, readAt: Date): SQL | undefined => or(isNull(column), lte(column, readAt));

/** Stores a card's status at the issuer, read there now. Does nothing for an unknown card. */
export async function updateCardStatus(issuer: StatusReader, cardId: string): Promise<void> {
  const readAt = new Date();
  const { status: issuerStatus, shipping: shippingStatus } = await issuer.readCard(cardId);
  await database('transaction')
    .update(cards)
    .set({ issuerStatus, shippingStatus, readAt })
    .where(and(eq(cards.id, cardId), isLater(cards.readAt, readAt)));
  announceCards([cardId]);
}

/** Stores a holder's status at the issuer, read there now. Does nothing for an unknown holder. */
export async function updateHolderStatus(issuer: StatusReader, holderId: string): Promise<void> {
  const readAt = new Date();
  const { status } = await issuer.readHolder(holderId);
  await database('transaction')
    .update(cardHolders)
    .set({ status, readAt })
    .where(and(eq(cardHolders.id, holderId), isLater(cardHolders.readAt, readAt)));
}

const dueOf = (readAt: PgColumn) =>
  sql`${lastRead(readAt)} < now() - interval '1 day' order by ${lastRead(readAt)}`;

/** Returns the cards and holders whose status was not read for a day, new ones first. A canceled card stays so. */
export async function staleStatuses(): Promise<StatusFact[]> {
  const db = database('transaction');
  const { rows: due } = await db.execute<{ id: string }>(sql`
    select id from ${cards} where issuer_status <> 'canceled' and ${dueOf(cards.readAt)} limit ${BATCH}`);
  const { rows: holders } = await db.execute<{ id: string }>(sql`
    select id from ${cardHolders} where ${dueOf(cardHolders.readAt)} limit ${BATCH}`);
  return [
    ...due.map(({ id }) => ({ kind: 'card' as const, cardId: id })),
    ...holders.map(({ id }) => ({ kind: 'holder' as const, holderId: id })),
  ];
}
