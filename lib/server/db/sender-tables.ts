import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
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
import type { TransferRoute, TransferState } from '@/lib/api/schemas/transfer';
import { users } from './account-tables';
import { chains } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const uint256 = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
const chainId = () =>
  bigint('chain_id', { mode: 'number' })
    .notNull()
    .references(() => chains.id);

/** What a sender process sends transactions for. Each role has its own key per chain. */
export const senderRoles = ['relayer', 'card'] as const;
export type SenderRole = (typeof senderRoles)[number];

/** Why a sender doesn't send at the moment, or that it does. */
export const senderStates = [
  'ready',
  'feeAboveCap',
  'balanceLow',
  'budgetUsedUp',
  'nonceGap',
  /** The contract would revert, for example because it's paused or the key isn't its operator's. */
  'wouldRevert',
] as const;
export type SenderState = (typeof senderStates)[number];

/** The sender that is active per role and chain, with its latest sign of life. */
export const senders = pgTable(
  'senders',
  {
    role: text().$type<SenderRole>().notNull(),
    chainId: chainId(),
    /** Address of its key. */
    address: text().$type<Address>().notNull(),
    state: text().$type<SenderState>().notNull(),
    /** Native currency of the address, in base units. */
    balance: uint256('balance').notNull(),
    beatAt: instant('beat_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.role, table.chainId] })],
);

/**
 * Transactions of the senders, one per nonce. A row with its signed transaction is committed before the transaction is
 * broadcast, so that a restarted sender sends the same one again instead of another.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    role: text().$type<SenderRole>().notNull(),
    chainId: chainId(),
    sender: text().$type<Address>().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    to: text().$type<Address>().notNull(),
    data: text().$type<Hex>().notNull(),
    gas: bigint({ mode: 'bigint' }).notNull(),
    /** Fees per gas of the latest signed transaction, in base units. */
    maxFee: uint256('max_fee').notNull(),
    maxTip: uint256('max_tip').notNull(),
    /** The latest signed transaction, which replaces earlier ones with the same nonce. */
    raw: text().$type<Hex>().notNull(),
    /** Hashes of all signed transactions with this nonce. Any of them can be mined. */
    hashes: text().array().$type<Hex[]>().notNull(),
    /** Latest block when the latest one was signed, or when its block left the chain. */
    signedAtBlock: bigint('signed_at_block', { mode: 'bigint' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    minedHash: text('mined_hash').$type<Hex>(),
    blockNumber: bigint('block_number', { mode: 'bigint' }),
    blockHash: text('block_hash').$type<Hex>(),
    /** Fee paid, in base units. */
    feePaid: uint256('fee_paid'),
    /** When no reorganization could change the outcome any more, or the nonce was used by something else. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('outbox_nonce').on(table.chainId, table.sender, table.nonce),
    index('outbox_open').on(table.chainId, table.role).where(sql`${table.settledAt} is null`),
    index('outbox_day').on(table.chainId, table.createdAt),
  ],
);

/** Signed transfers that the relayer sends without a fee. The chain decides their outcome; the state follows it. */
export const transfers = pgTable(
  'transfers',
  {
    /** EIP-712 hash of what the owner signed. */
    id: text().$type<Hex>().primaryKey(),
    chainId: chainId(),
    route: text().$type<TransferRoute>().notNull(),
    /** Contract that moves the money: the vault, or the token. */
    contract: text().$type<Address>().notNull(),
    owner: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    token: text().$type<Address>().notNull(),
    to: text().$type<Address>().notNull(),
    amountRaw: uint256('amount_raw').notNull(),
    nonce: uint256('nonce').notNull(),
    /** Latest block time at which the transfer is possible, in seconds. */
    deadline: bigint({ mode: 'number' }).notNull(),
    signature: text().$type<Hex>().notNull(),
    /** Whether a key validates the signature, or the code of a contract may do so (ERC-1271). */
    proof: text().$type<'key' | 'contract'>().notNull(),
    state: text().$type<TransferState>().notNull(),
    /** Name of the contract's error, or null. */
    reason: text(),
    /** Number of transactions that reverted with this transfer. After the first, it gets a transaction of its own. */
    reverts: integer().notNull().default(0),
    outboxId: bigint('outbox_id', { mode: 'number' }).references(() => outbox.id, { onDelete: 'set null' }),
    /** Latest block when the transfer was queued. Its event can only be in a later one. */
    queuedAtBlock: bigint('queued_at_block', { mode: 'bigint' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Transaction and block of its event, or null. Anyone can have sent the transaction. */
    txHash: text('tx_hash').$type<Hex>(),
    blockNumber: bigint('block_number', { mode: 'bigint' }),
    blockHash: text('block_hash').$type<Hex>(),
    /** When nothing could change the outcome any more. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('transfers_owner').on(table.owner, table.createdAt),
    // Both are small: confirmed transfers are settled after some blocks, and the others after their deadline.
    index('transfers_undecided')
      .on(table.chainId, table.createdAt)
      .where(sql`${table.settledAt} is null and ${table.state} <> 'confirmed'`),
    index('transfers_confirmed')
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.settledAt} is null and ${table.state} = 'confirmed'`),
    index('transfers_created').on(table.createdAt),
    index('transfers_outbox').on(table.outboxId),
  ],
);
