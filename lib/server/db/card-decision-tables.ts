import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Hex } from 'viem';
import { cardAccounts, cards } from './card-tables';
import { chains } from './config-tables';
import { outbox } from './sender-tables';
import type { StoredFact } from './stored-card-fact';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const tokens = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
/** An amount of a currency, in its minor units. */
const minor = (name: string) => bigint(name, { mode: 'bigint' });

/** Outcomes of a decision. Only the first four approve, and only the first three are replies. */
export const decisionReasons = [
  'approved',
  'approved_in_part',
  'card_check',
  /** The issuer approved without a request, or against our reply. */
  'issuer_approved',
  'card_unknown',
  'card_not_open',
  'card_frozen',
  'card_closed',
  'holder_blocked',
  'merchant_blocked',
  'currency_unsupported',
  'amount_invalid',
  'amount_owed',
  'account_recovering',
  'price_unavailable',
  /** What is known of the chain is too old, so the hold may not be possible. */
  'chain_unavailable',
  'insufficient_funds',
  'day_limit',
  'month_limit',
  /** No result before the deadline, or an error. */
  'unavailable',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

/** A reply as it is stored. `amount` is in minor units, or null for the requested one. */
export type StoredReply = { isApproved: boolean; amount: string | null; reason: DecisionReason };

/** Events of the issuer. The same event again gets the same reply, and is stored once. */
export const cardEvents = pgTable(
  'card_events',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    /** Reply to a request for a decision. Null for all other events. */
    reply: jsonb().$type<StoredReply>(),
    /** Facts that the event reports, without personal data. Null for requests for a decision. */
    content: jsonb().$type<StoredFact>(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Attempts to apply the facts that failed, and when the next one is due. */
    attempts: integer().notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
    appliedAt: instant('applied_at'),
    /** When the event was given up, because its card stayed unknown. Null it to try again. */
    setAsideAt: instant('set_aside_at'),
  },
  (table) => [
    index('card_events_open')
      .on(table.nextAt)
      .where(
        sql`${table.content} is not null and ${table.appliedAt} is null and ${table.setAsideAt} is null`,
      ),
    index('card_events_received').on(table.receivedAt),
    index('card_events_set_aside').on(table.setAsideAt).where(sql`${table.setAsideAt} is not null`),
  ],
);

/** Decisions, one per request. Increments of an authorization are requests of their own, with the same authorization. */
export const cardRequests = pgTable(
  'card_requests',
  {
    eventId: text('event_id').primaryKey(),
    authorizationId: text('authorization_id').notNull(),
    /**
     * Number of requests for the authorization that the issuer decided before. Null if the issuer approved without a request,
     * and this is what was recorded then.
     */
    position: integer(),
    /** The issuer's ID, which may be unknown here. */
    cardId: text('card_id').notNull(),
    accountId: bigint('account_id', { mode: 'number' }).references(() => cardAccounts.id),
    /** Requested in addition to what was approved before. */
    amount: minor('amount').notNull(),
    currency: text().notNull(),
    merchantAmount: minor('merchant_amount').notNull(),
    merchantCurrency: text('merchant_currency').notNull(),
    merchantId: text('merchant_id').notNull(),
    merchantName: text('merchant_name'),
    merchantCategory: text('merchant_category').notNull(),
    merchantCity: text('merchant_city'),
    merchantCountry: text('merchant_country'),
    isApproved: boolean('is_approved').notNull(),
    reason: text().$type<DecisionReason>().notNull(),
    approvedAmount: minor('approved_amount').notNull(),
    /** Reserved amount, in base units of the account's token. */
    reservedRaw: tokens('reserved_raw').notNull(),
    /** US dollars per whole coin, and when a source last confirmed the price. Null if the decision didn't need it. */
    price: numeric({ precision: 38, scale: 18 }),
    priceAt: instant('price_at'),
    marginBps: integer('margin_bps'),
    /** Time of the issuer's request, and of its receipt, which is the time of the approval. */
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** UTC day whose limit the reserved amount counts against. Null if nothing is reserved. */
    countedOn: date('counted_on'),
    /** Milliseconds from the receipt to the decision. */
    ms: integer().notNull(),
    /** When the issuer's outcome was first read. Null while it's unknown. */
    outcomeAt: instant('outcome_at'),
    /** When the reservation was released, because the issuer didn't approve the purchase after all. */
    releasedAt: instant('released_at'),
  },
  (table) => [
    index('card_requests_authorization').on(table.authorizationId),
    index('card_requests_created').on(table.cardId, table.createdAt),
    index('card_requests_account').on(table.accountId),
    index('card_requests_open')
      .on(table.decidedAt)
      .where(sql`${table.reservedRaw} > 0 and ${table.outcomeAt} is null and ${table.releasedAt} is null`),
    index('card_requests_declined').on(table.decidedAt).where(sql`not ${table.isApproved}`),
  ],
);

/** Kinds of postings to the contract. A freeze is of the card itself: its amount is 0. */
export type CardOperationKind = 'hold' | 'release' | 'capture' | 'debit' | 'credit' | 'freeze';
/**
 * `canceled` was never sent, or was replaced by another operation. `refused` reverted or was refused by the contract. A credit with the
 * reason `OFFSET` was never sent either: it has lowered what the account owes.
 */
export type CardOperationState = 'queued' | 'sent' | 'posted' | 'refused' | 'canceled';

/** Reason of a credit that has lowered what the account owes, instead of raising its balance. */
export const OFFSET = 'Owed';

/**
 * Queue of the sender's role for cards: postings to the contract, which it sends in batches, in the order of their IDs. `outbox`
 * has its signed transactions, as for `transfers`.
 */
export const cardOperations = pgTable(
  'card_operations',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().$type<CardOperationKind>().notNull(),
    chainId: bigint('chain_id', { mode: 'number' })
      .notNull()
      .references(() => chains.id),
    cardId: text('card_id')
      .notNull()
      .references(() => cards.id),
    /** Number of the card in the contract. */
    chainCard: bigint('chain_card', { mode: 'number' }).notNull(),
    /** Identifier in the contract: that of the authorization's hold, or of a debit or credit. */
    holdId: text('hold_id').$type<Hex>().notNull(),
    amountRaw: tokens('amount_raw').notNull(),
    /** Of a hold: when the purchase was approved, and from when on anyone can release it. */
    approvedAt: instant('approved_at'),
    expiresAt: instant('expires_at'),
    /** Of a hold: the card's `overCaptureBps` at the approval. The contract keeps that of the first hold of an identifier. */
    overCaptureBps: integer('over_capture_bps'),
    /** Of a hold: the UTC day whose limit it counts against. */
    countedOn: date('counted_on'),
    /** Authorization of the purchase, or null if there is none. */
    authorizationId: text('authorization_id'),
    /** Request that caused it, or null. */
    eventId: text('event_id'),
    /** Transaction or dispute of the issuer that a capture, debit, or credit is for, or null. */
    reference: text(),
    state: text().$type<CardOperationState>().notNull().default('queued'),
    /**
     * Name of the contract's error, `OFFSET`, or null. It stays if the refusal leaves the chain: once the contract has accepted the
     * operation, what was queued instead has to be undone.
     */
    reason: text(),
    /**
     * Sequence of this change of the hold, which the sender sets when it signs the transaction. The first hold of an identifier
     * is placed (1), later ones raise it.
     */
    sequence: integer(),
    /**
     * Identifier that the sender used, set with the sequence: `holdId`, or one derived from it, because the contract doesn't
     * reopen a closed hold. Null until then.
     */
    chainHoldId: text('chain_hold_id').$type<Hex>(),
    outboxId: bigint('outbox_id', { mode: 'number' }).references(() => outbox.id, { onDelete: 'set null' }),
    /** Transaction and block of the event that ended it, or null. */
    txHash: text('tx_hash').$type<Hex>(),
    blockNumber: bigint('block_number', { mode: 'bigint' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('card_operations_open')
      .on(table.chainId, table.id)
      .where(sql`${table.state} in ('queued', 'sent')`),
    index('card_operations_waiting').on(table.cardId).where(sql`${table.state} in ('queued', 'sent')`),
    index('card_operations_hold').on(table.holdId),
    index('card_operations_chain_hold').on(table.chainHoldId),
    index('card_operations_authorization').on(table.authorizationId),
    index('card_operations_event').on(table.eventId),
    index('card_operations_reference').on(table.reference),
    index('card_operations_card').on(table.cardId),
    index('card_operations_outbox').on(table.outboxId),
    index('card_operations_block').on(table.chainId, table.blockNumber),
    index('card_operations_refused')
      .on(table.chainId, table.createdAt)
      .where(sql`${table.state} = 'refused' or (${table.state} = 'canceled' and ${table.kind} = 'credit')`),
    index('card_operations_accepted')
      .on(table.chainId, table.createdAt)
      .where(sql`${table.state} = 'posted' and ${table.reason} is not null`),
    index('card_operations_unfunded')
      .on(table.id)
      .where(
        sql`${table.kind} = 'credit' and ${table.state} = 'refused' and ${table.reason} = 'InsufficientSettled'`,
      ),
  ],
);
