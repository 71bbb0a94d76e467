import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import { cardOperations } from './card-decision-tables';
import { cardAccounts } from './card-tables';
import { chains } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const integerOf256 = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
const blockNumber = () => bigint('block_number', { mode: 'bigint' });

/** Up to where the sender's role for cards has followed the contract of a chain. */
export const cardMirrors = pgTable('card_mirrors', {
  chainId: bigint('chain_id', { mode: 'number' })
    .primaryKey()
    .references(() => chains.id),
  contract: text().$type<Address>().notNull(),
  blockNumber: blockNumber().notNull(),
  /** The contract's GRACE, in seconds: how old an approval can be when its hold is placed. */
  grace: integer().notNull(),
  /** Time of the latest block that was followed to the end. */
  blockAt: instant('block_at').notNull(),
  /** When following the chain to its latest block last began, while operations could be posted. Null before. */
  readAt: instant('read_at'),
});

/** Kinds of changes of a balance in the contract. */
export const cardEntryKinds = ['topUp', 'withdrawal', 'recovery', 'capture', 'debit', 'credit'] as const;

/**
 * Changes of balances in the contract, also of accounts that aren't in `card_accounts`. Their sum is the balance. Entries whose
 * block left the chain are removed.
 */
export const cardEntries = pgTable(
  'card_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chainId: bigint('chain_id', { mode: 'number' })
      .notNull()
      .references(() => chains.id),
    contract: text().$type<Address>().notNull(),
    owner: text().$type<Address>().notNull(),
    token: text().$type<Address>().notNull(),
    kind: text().$type<(typeof cardEntryKinds)[number]>().notNull(),
    /** Change of the balance, in base units. */
    amountRaw: integerOf256('amount_raw').notNull(),
    txHash: text('tx_hash').$type<Hex>().notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: blockNumber().notNull(),
    blockHash: text('block_hash').$type<Hex>().notNull(),
    /** Time of the block. */
    at: instant('at').notNull(),
    /** Operation that caused it, or null. */
    operationId: bigint('operation_id', { mode: 'number' }).references(() => cardOperations.id, {
      onDelete: 'set null',
    }),
  },
  (table) => [
    // A recovery is one event and changes two accounts.
    uniqueIndex('card_entries_event').on(table.chainId, table.txHash, table.logIndex, table.owner),
    index('card_entries_account').on(table.owner, table.chainId, table.token, table.blockNumber),
    index('card_entries_block').on(table.chainId, table.blockNumber),
    index('card_entries_operation').on(table.operationId),
  ],
);

export type CardWithdrawalState = 'requested' | 'signed' | 'refused' | 'done' | 'expired';

/**
 * Withdrawals without a delay, which the operator's key signs. While one is requested or signed, `unplaced` of its account
 * includes its amount, so that no purchase uses it.
 */
export const cardWithdrawals = pgTable(
  'card_withdrawals',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => cardAccounts.id),
    amountRaw: integerOf256('amount_raw').notNull(),
    to: text().$type<Address>().notNull(),
    state: text().$type<CardWithdrawalState>().notNull().default('requested'),
    /** Why it was refused: a name of an error of the contract. */
    reason: text(),
    nonce: integerOf256('nonce'),
    /** Latest block time at which the signature is valid, in seconds. */
    deadline: bigint({ mode: 'number' }),
    /** EIP-712 hash that was signed, which the contract's event has. */
    digest: text().$type<Hex>(),
    signature: text().$type<Hex>(),
    txHash: text('tx_hash').$type<Hex>(),
    blockNumber: blockNumber(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('card_withdrawals_account').on(table.accountId, table.createdAt),
    index('card_withdrawals_open').on(table.id).where(sql`${table.state} in ('requested', 'signed')`),
    uniqueIndex('card_withdrawals_digest').on(table.digest),
    index('card_withdrawals_block').on(table.blockNumber),
  ],
);
