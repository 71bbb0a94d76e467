import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import type { LogEntry } from '@/lib/wallet/messages/binding-log';
import { users } from './account-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Messaging devices, each bound to an account by the account's signature. */
export const messageDevices = pgTable(
  'message_devices',
  {
    /** Public Ed25519 key. */
    deviceKey: text('device_key').$type<Hex>().primaryKey(),
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    boundAt: instant('bound_at').notNull().defaultNow(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('message_devices_address').on(table.address)],
);

/** Hash-chained logs of each account's devices. Rows are only added. */
export const messageLog = pgTable(
  'message_log',
  {
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    /** Number of entries up to and including this one. */
    length: integer().notNull(),
    entry: jsonb().$type<LogEntry>().notNull(),
    /** Hash over this entry and all before it. */
    hash: text().$type<Hex>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.length] })],
);

/** Key packages (RFC 9420, section 10) with which others add a device to a conversation. */
export const messageKeyPackages = pgTable(
  'message_key_packages',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deviceKey: text('device_key')
      .$type<Hex>()
      .notNull()
      .references(() => messageDevices.deviceKey),
    content: bytes().notNull(),
    /** Stays after it was claimed, for when no other is left. Each device has at most one. */
    isLastResort: boolean('is_last_resort').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('message_key_packages_device').on(table.deviceKey),
    index('message_key_packages_expires_at').on(table.expiresAt),
  ],
);

/** Conversations, of which the server knows only the epoch. */
export const messageGroups = pgTable('message_groups', {
  /** Group ID chosen by the client, in hexadecimal. */
  groupId: text('group_id').primaryKey(),
  /** Epoch after the latest accepted commit. */
  epoch: bigint({ mode: 'number' }).notNull(),
});

/** Ciphertext that waits for a device until the device acknowledges it. */
export const messageQueue = pgTable(
  'message_queue',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deviceKey: text('device_key')
      .$type<Hex>()
      .notNull()
      .references(() => messageDevices.deviceKey),
    kind: text({ enum: ['message', 'commit', 'welcome'] }).notNull(),
    groupId: text('group_id').notNull(),
    content: bytes().notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [
    index('message_queue_device').on(table.deviceKey, table.id),
    index('message_queue_sent_at').on(table.sentAt),
  ],
);
