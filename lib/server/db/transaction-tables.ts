import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  numeric,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import { activityKinds } from '@/lib/api/schemas/activity';
import { users } from './account-tables';
import { chains, coins } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const kind = pgEnum('kind', activityKinds);

/**
 * Payments proven from on-chain events. If a row's block leaves the chain, the row is marked as orphaned and doesn't
 * count until the block returns. The same transaction mined in another block gets a new row.
 */
export const transactions = pgTable(
  'transactions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: kind().notNull(),
    chainId: bigint('chain_id', { mode: 'number' })
      .notNull()
      .references(() => chains.id),
    txHash: text('tx_hash').$type<Hex>().notNull(),
    logIndex: integer('log_index').notNull(),
    owner: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    coinId: integer('coin_id')
      .notNull()
      .references(() => coins.id),
    /** Amount in the token's base units (a uint256). */
    amountRaw: numeric('amount_raw', { precision: 78, scale: 0, mode: 'bigint' }).notNull(),
    decimals: integer().notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: text('block_hash').$type<Hex>().notNull(),
    blockTime: instant('block_time').notNull(),
    verifiedAt: instant('verified_at').notNull().defaultNow(),
    orphanedAt: instant('orphaned_at'),
  },
  (table) => [
    // An event can have a row for each of two accounts, which have different kinds.
    uniqueIndex('transactions_event')
      .on(table.chainId, table.txHash, table.logIndex, table.kind)
      .where(sql`${table.orphanedAt} is null`),
    // Includes orphaned rows, because the foreign key is checked by owner when an account is deleted.
    index('transactions_owner_time').on(table.owner, table.blockTime),
    index('transactions_height').on(table.chainId, table.blockNumber).where(sql`${table.orphanedAt} is null`),
    // Orphaned rows are few, and every check of a chain looks for recent ones.
    index('transactions_orphaned')
      .on(table.chainId, table.orphanedAt)
      .where(sql`${table.orphanedAt} is not null`),
    index('transactions_orphaned_hash').on(table.txHash).where(sql`${table.orphanedAt} is not null`),
  ],
);
