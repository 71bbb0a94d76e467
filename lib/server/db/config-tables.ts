import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import type { finalities } from '@/lib/evm/chains-file';

/** Chain IDs (EIP-155) are read as numbers, because our schema (`z.int()`) allows only safe integers. */
const chainId = () => bigint('chain_id', { mode: 'number' });

export const languages = pgTable('languages', {
  id: integer().primaryKey(),
  langKey: text('lang_key').notNull().unique(),
  language: text().notNull(),
  langIcon: text('lang_icon').notNull(),
  isDefault: boolean('is_default').notNull(),
  status: boolean().notNull(),
  sort: integer().notNull(),
});

export const currencies = pgTable('currencies', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  rate: numeric().notNull(),
  rateAt: timestamp('rate_at', { withTimezone: true }).notNull(),
  isDefault: boolean('is_default').notNull(),
});

/** Chains and coins removed from the operator's files stay as disabled rows, because transactions refer to them. */
export const chains = pgTable('chains', {
  id: bigint({ mode: 'number' }).primaryKey(),
  name: text().notNull(),
  nativeSymbol: text('native_symbol').notNull(),
  rpcUrl: text('rpc_url').notNull(),
  fallbackRpcUrls: text('fallback_rpc_urls').array().notNull().default([]),
  /** May contain an API key, so it's never sent to clients. */
  serverRpcUrl: text('server_rpc_url').notNull(),
  /** Second RPC endpoint, which must confirm what is credited, or null. May contain an API key, too. */
  checkRpcUrl: text('check_rpc_url'),
  browserAddress: text('browser_address').notNull(),
  browserTx: text('browser_tx').notNull(),
  testnet: boolean().notNull(),
  confirmations: integer().notNull(),
  /** Block tag that a credited transaction's block must have reached, too, or null. */
  finality: text().$type<(typeof finalities)[number]>(),
  sort: integer().notNull(),
  enabled: boolean().notNull(),
  /**
   * When the node was first found to lack a recorded block because its chain ends earlier, or null if it has caught up.
   */
  laggingSince: timestamp('lagging_since', { withTimezone: true }),
});

export const contracts = pgTable(
  'contracts',
  {
    chainId: chainId()
      .notNull()
      .references(() => chains.id),
    name: text().notNull(),
    address: text().$type<Address>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.name] })],
);

/** Contracts that were replaced. Their transactions up to a block are still credited. */
export const retiredContracts = pgTable(
  'retired_contracts',
  {
    chainId: chainId()
      .notNull()
      .references(() => chains.id),
    name: text().notNull(),
    address: text().$type<Address>().notNull(),
    untilBlock: bigint('until_block', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.name, table.address] })],
);

export const coins = pgTable('coins', {
  id: integer().primaryKey(),
  symbol: text().notNull(),
  name: text().notNull(),
  icon: text().notNull(),
  sort: integer().notNull(),
  enabled: boolean().notNull(),
});

export const coinTokens = pgTable(
  'coin_tokens',
  {
    coinId: integer('coin_id')
      .notNull()
      .references(() => coins.id),
    chainId: chainId()
      .notNull()
      .references(() => chains.id),
    /** Null for the chain's native currency. */
    address: text().$type<Address>(),
    decimals: integer().notNull(),
  },
  (table) => [
    unique('coin_tokens_chain_address').on(table.chainId, table.address).nullsNotDistinct(),
    index('coin_tokens_coin').on(table.coinId),
  ],
);

/** Operator settings other than lists, stored by name and shared by all instances. */
export const operatorSettings = pgTable('operator_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Call counts by rate limit and client or account (`lib/server/limits/shared-limiter.ts`). */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** When the count resets, in milliseconds since the epoch. */
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
