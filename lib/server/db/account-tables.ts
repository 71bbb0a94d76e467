import { type AnyPgColumn, bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** EIP-4361 nonces that have been issued but not yet used. */
export const nonces = pgTable(
  'nonces',
  {
    nonce: text().primaryKey(),
    address: text().$type<Address>().notNull(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    domain: text().notNull(),
    uri: text().notNull(),
    statement: text().notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('nonces_expires_at').on(table.expiresAt)],
);

export const users = pgTable(
  'users',
  {
    /** Address with its EIP-55 checksum. */
    address: text().$type<Address>().primaryKey(),
    name: text(),
    /** File name of the profile picture in the upload store. */
    avatar: text(),
    /**
     * Chain of the contract that validated the first sign-in (EIP-1271, EIP-6492). Null if a key validated it, because
     * a key is the same on every chain.
     */
    contractChainId: bigint('contract_chain_id', { mode: 'number' }),
    inviteCode: text('invite_code').notNull().unique(),
    inviter: text()
      .$type<Address>()
      .references((): AnyPgColumn => users.address),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSignedInAt: instant('last_signed_in_at').notNull().defaultNow(),
  },
  (table) => [
    // Index for finding other users with the same profile picture before removing its file.
    index('users_avatar').on(table.avatar),
    // Index for finding the users that a user has invited.
    index('users_inviter').on(table.inviter),
  ],
);

/**
 * Profile pictures that an account had, and whose files the clean-up removes from the upload store. Rows are added in the
 * transaction that ends the use, so no file is left behind while the store is unreachable.
 */
export const formerAvatars = pgTable('former_avatars', { file: text().primaryKey() });

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 hash of the token, in hex. The token itself isn't stored. */
    tokenHash: text('token_hash').primaryKey(),
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Accurate to a few minutes (lib/server/auth/session.ts). */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** Browser and operating system, such as `Firefox, Windows`. Null if they weren't recognized. */
    device: text(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('sessions_expires_at').on(table.expiresAt),
    // Index for finding an account's sessions before deleting the account.
    index('sessions_address').on(table.address),
  ],
);
