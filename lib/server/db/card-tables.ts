import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import { users } from './account-tables';
import { chains, coins } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
/** An amount of a token, in base units. */
const tokens = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
const count = (name: string) => tokens(name).notNull().default(sql`0`);
/** When a status was read at the issuer, in the order in which it is read again: those that never were come first. */
export const lastRead = (readAt: AnyPgColumn): SQL => sql`coalesce(${readAt}, '-infinity'::timestamptz)`;
const owner = () =>
  text()
    .$type<Address>()
    .notNull()
    .references(() => users.address);

/** People who were registered with the card issuer. The issuer alone has their names and addresses. */
export const cardHolders = pgTable(
  'card_holders',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    owner: owner(),
    /** ISO 3166-1 code. */
    country: text().notNull(),
    /** At the issuer, and when it was read there. Null until it is read again after the registration. */
    status: text().$type<'active' | 'inactive' | 'blocked'>().notNull(),
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('card_holders_owner').on(table.owner),
    index('card_holders_read').on(lastRead(table.readAt)),
  ],
);

/**
 * Card money by owner and token. `balance`, `held`, and `leaving` are the contract's, as of a block: top-ups count after the
 * chain's number of confirmations, withdrawal requests at once. Decisions change only `unplaced`.
 */
export const cardAccounts = pgTable(
  'card_accounts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chainId: bigint('chain_id', { mode: 'number' })
      .notNull()
      .references(() => chains.id),
    contract: text().$type<Address>().notNull(),
    owner: owner(),
    token: text().$type<Address>().notNull(),
    coinId: integer('coin_id')
      .notNull()
      .references(() => coins.id),
    decimals: integer().notNull(),
    balance: count('balance'),
    /** Topped up in blocks that don't have the chain's confirmations yet. Not in `balance`. */
    unconfirmed: count('unconfirmed'),
    /** Reserved by holds on the chain. */
    held: count('held'),
    /** Requested to be withdrawn. */
    leaving: count('leaving'),
    /** When the owner's recovery address can take the money. Nothing can be spent from then on. Null without a recovery. */
    recoveryReadyAt: instant('recovery_ready_at'),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: text('block_hash').$type<Hex>().notNull(),
    /** Time of that block. Null before the first. */
    blockAt: instant('block_at'),
    /** Reserved by approved purchases whose holds aren't in `held` yet, and by withdrawals that the operator signs. */
    unplaced: count('unplaced'),
    /** What the operator has paid for purchases and could not collect. Nothing is approved until it is settled. */
    owed: count('owed'),
  },
  (table) => [
    uniqueIndex('card_accounts_token').on(table.chainId, table.contract, table.owner, table.token),
    index('card_accounts_owner').on(table.owner),
    // The sender looks for accounts that it hasn't read, whose top-ups aren't confirmed, and of blocks that left the chain.
    index('card_accounts_block').on(table.chainId, table.blockNumber),
    index('card_accounts_unconfirmed').on(table.chainId).where(sql`${table.unconfirmed} > 0`),
    index('card_accounts_owing').on(table.chainId).where(sql`${table.owed} > 0`),
  ],
);

type StatusColumns = Record<
  'issuerSetStatus' | 'issuerStatus' | 'shippingStatus' | 'status' | 'type',
  AnyPgColumn
>;

/** Status that a card should have at the issuer. A physical card is inactive until it has arrived. */
export const wantedIssuerStatus = ({ status, type, shippingStatus }: StatusColumns): SQL =>
  sql`case when ${status} = 'closed' then 'canceled' when ${status} = 'frozen' then 'inactive'
    when ${type} = 'physical' and ${shippingStatus} is distinct from 'delivered' then 'inactive' else 'active' end`;

/**
 * Condition that a card's status has to be set at the issuer. What the issuer has changed by itself stays until the owner changes
 * the card. A canceled card stays so.
 */
export const isToFollow = (columns: StatusColumns): SQL =>
  sql`${columns.issuerStatus} <> 'canceled' and ${columns.issuerSetStatus} is distinct from ${wantedIssuerStatus(columns)}`;

/**
 * Cards of the issuer. Limits and what counts against them are in base units of the account's token and follow the contract's
 * rules, so that the contract refuses no hold that was approved.
 */
export const cards = pgTable(
  'cards',
  {
    /** The issuer's ID. */
    id: text().primaryKey(),
    holderId: text('holder_id')
      .notNull()
      .references(() => cardHolders.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => cardAccounts.id),
    /** Number of the card in the contract, or null until it is opened there. */
    chainCard: bigint('chain_card', { mode: 'number' }),
    type: text().$type<'virtual' | 'physical'>().notNull(),
    lastFour: text('last_four').notNull(),
    /** ISO 4217 code in lower case, of all amounts that the issuer sends for the card. */
    currency: text().notNull(),
    /** What the owner or the operator has set. A purchase also needs an active card and holder at the issuer. */
    status: text().$type<'active' | 'frozen' | 'closed'>().notNull(),
    /** At the issuer, and when it was read there. Null until it is read again after the creation. */
    issuerStatus: text('issuer_status')
      .$type<'active' | 'inactive' | 'canceled'>()
      .notNull()
      .default('active'),
    readAt: instant('read_at'),
    /** What we set at the issuer last, or null while the outcome of a request is unknown. */
    issuerSetStatus: text('issuer_set_status').$type<'active' | 'inactive' | 'canceled'>().default('active'),
    /** Limits at the issuer, in minor units. Null until they were set there. The contract's limits are below. */
    issuerDayLimit: bigint('issuer_day_limit', { mode: 'bigint' }),
    issuerMonthLimit: bigint('issuer_month_limit', { mode: 'bigint' }),
    /** Of a physical card, at the issuer. Null of a virtual one. */
    shippingStatus: text('shipping_status').$type<
      'pending' | 'shipped' | 'delivered' | 'returned' | 'failure'
    >(),
    /** The card that this one replaces, or null. */
    replaces: text().references((): AnyPgColumn => cards.id),
    /** Network IDs of merchants whose purchases are declined. */
    blockedMerchants: text('blocked_merchants').array().notNull().default([]),
    dayLimit: tokens('day_limit').notNull(),
    monthLimit: tokens('month_limit').notNull(),
    /** Limit of debits without a hold, per UTC month of the block. */
    offlineLimit: tokens('offline_limit').notNull(),
    /** How much more than its hold a purchase can cost, in basis points. */
    overCaptureBps: integer('over_capture_bps').notNull(),
    /** UTC day of the latest approval, whose day and month the used amounts belong to. */
    usedOn: date('used_on'),
    usedPerDay: count('used_per_day'),
    usedPerMonth: count('used_per_month'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('cards_holder').on(table.holderId),
    index('cards_account').on(table.accountId),
    index('cards_read').on(lastRead(table.readAt)).where(sql`${table.issuerStatus} <> 'canceled'`),
    index('cards_to_follow').on(table.createdAt).where(isToFollow(table)),
    uniqueIndex('cards_chain_card').on(table.chainCard, table.accountId),
    uniqueIndex('cards_replaces').on(table.replaces),
  ],
);

/**
 * Payments of what is owed: events of transactions in which an account's owner funded the contract. Each counts once. They stay,
 * also if their block is lost, because only final ones are accepted.
 */
export const cardSettlements = pgTable(
  'card_settlements',
  {
    chainId: bigint('chain_id', { mode: 'number' })
      .notNull()
      .references(() => chains.id),
    txHash: text('tx_hash').$type<Hex>().notNull(),
    logIndex: integer('log_index').notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => cardAccounts.id),
    amountRaw: tokens('amount_raw').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] }),
    index('card_settlements_account').on(table.accountId),
  ],
);
