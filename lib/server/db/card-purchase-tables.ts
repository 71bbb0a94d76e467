import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { cards } from './card-tables';
import type { StoredAuthorization, StoredDispute, StoredTransaction } from './stored-card-fact';

const instant = (name: string) => timestamp(name, { withTimezone: true });
/** An amount of a currency, in its minor units. */
const minor = (name: string) => bigint(name, { mode: 'bigint' });
const cardId = () =>
  text('card_id')
    .notNull()
    .references(() => cards.id);

/** Purchases: the latest snapshot of each authorization. The columns are what queries need of it. */
export const cardAuthorizations = pgTable(
  'card_authorizations',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    cardId: cardId(),
    status: text().$type<'pending' | 'closed' | 'reversed' | 'expired'>().notNull(),
    /** The issuer's facts, without personal data. */
    snapshot: jsonb().$type<StoredAuthorization>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** While it's pending: when to read it from the issuer, unless an event reports it before. */
    nextReadAt: instant('next_read_at').notNull(),
  },
  (table) => [
    index('card_authorizations_card').on(table.cardId, table.createdAt),
    index('card_authorizations_pending').on(table.nextReadAt).where(sql`${table.status} = 'pending'`),
  ],
);

/** Captures and refunds. A capture's amount is negative. */
export const cardTransactions = pgTable(
  'card_transactions',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    cardId: cardId(),
    /** The authorization that the issuer names, which can be a wrong one or none. It may arrive later. */
    authorizationId: text('authorization_id'),
    kind: text().$type<'capture' | 'refund'>().notNull(),
    amount: minor('amount').notNull(),
    currency: text().notNull(),
    merchantAmount: minor('merchant_amount').notNull(),
    merchantCurrency: text('merchant_currency').notNull(),
    merchantName: text('merchant_name'),
    /** US dollars per whole coin at the time of the transaction, and the margin. Never changed. */
    price: numeric({ precision: 38, scale: 18 }).notNull(),
    marginBps: integer('margin_bps').notNull(),
    /** The issuer's facts, without personal data. */
    snapshot: jsonb().$type<StoredTransaction>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('card_transactions_card').on(table.cardId, table.createdAt),
    index('card_transactions_authorization').on(table.authorizationId),
  ],
);

/** Disputes of captured purchases. */
export const cardDisputes = pgTable(
  'card_disputes',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    cardId: cardId(),
    /** The disputed transaction, which may arrive later. */
    transactionId: text('transaction_id').notNull(),
    status: text().$type<'unsubmitted' | 'submitted' | 'won' | 'lost' | 'expired'>().notNull(),
    amount: minor('amount').notNull(),
    currency: text().notNull(),
    snapshot: jsonb().$type<StoredDispute>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('card_disputes_card').on(table.cardId),
    index('card_disputes_transaction').on(table.transactionId),
  ],
);

/** Up to when the issuer's lists were compared with these tables, by the kind of its objects. */
export const cardLists = pgTable('card_lists', {
  kind: text().$type<'authorizations' | 'disputes' | 'transactions'>().primaryKey(),
  /** Everything that the issuer created before is stored. */
  readUntil: instant('read_until').notNull(),
});
