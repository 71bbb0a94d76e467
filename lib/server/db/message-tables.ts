import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import type { LogEntry } from '@/lib/messages/protocol/binding-log';
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
    /** Length of the log up to and including this entry. */
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
    /** Kept after a claim, as a fallback when no other is left. Each device has at most one. */
    isLastResort: boolean('is_last_resort').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('message_key_packages_device').on(table.deviceKey),
    index('message_key_packages_expires_at').on(table.expiresAt),
  ],
);

/**
 * Conversations. The server stores only the epoch and the hash that proves membership. Rows are never deleted,
 * because a stranger who knows the ID of a deleted conversation could recreate it.
 */
export const messageGroups = pgTable('message_groups', {
  /** Group ID chosen by the client, in hexadecimal. */
  groupId: text('group_id').primaryKey(),
  /** Epoch after the latest accepted commit. */
  epoch: bigint({ mode: 'number' }).notNull(),
  /** SHA-256 of this epoch's access value, which only members can compute. */
  accessHash: bytes('access_hash').notNull(),
});

/** Accepted commits. They make a retry idempotent, and distinguish members who are behind from strangers. */
export const messageCommits = pgTable(
  'message_commits',
  {
    groupId: text('group_id').notNull(),
    /** Epoch that the commit ended. */
    epoch: bigint({ mode: 'number' }).notNull(),
    deviceKey: text('device_key').$type<Hex>().notNull(),
    contentHash: bytes('content_hash').notNull(),
    /**
     * SHA-256 of the access value of the epoch that the commit ended, or null for the first epoch, which has none.
     */
    accessHash: bytes('access_hash'),
    /** Devices for which the commit or its welcome wasn't queued. */
    missed: text().array().$type<Hex[]>().notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.epoch] }),
    index('message_commits_sent_at').on(table.sentAt),
  ],
);

/** Accepted messages. They make a retry idempotent. */
export const messageReceipts = pgTable(
  'message_receipts',
  {
    groupId: text('group_id').notNull(),
    deviceKey: text('device_key').$type<Hex>().notNull(),
    /** Chosen by the sending client. */
    messageId: text('message_id').notNull(),
    missed: text().array().$type<Hex[]>().notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.deviceKey, table.messageId] }),
    index('message_receipts_sent_at').on(table.sentAt),
  ],
);

/** Ciphertext, stored once for all devices that it's queued for. */
export const messageContents = pgTable('message_contents', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  content: bytes().notNull(),
  /** For a welcome: the conversation's epoch after its commit. Null for everything else. */
  epoch: bigint({ mode: 'number' }),
  /** For a welcome: SHA-256 of that epoch's access value. Null for everything else. */
  accessHash: bytes('access_hash'),
});

/** Messages queued for a device until it acknowledges them. */
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
    /** Account that sent it. */
    sender: text().$type<Address>().notNull(),
    contentId: bigint('content_id', { mode: 'number' })
      .notNull()
      .references(() => messageContents.id),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [
    index('message_queue_device').on(table.deviceKey, table.id),
    index('message_queue_sender').on(table.deviceKey, table.sender),
    index('message_queue_group').on(table.deviceKey, table.groupId),
    index('message_queue_content').on(table.contentId),
    index('message_queue_sent_at').on(table.sentAt),
  ],
);

/**
 * Contents of deleted queue rows, inserted by a trigger. The clean-up deletes contents that aren't queued for any
 * other device. Unlike a counter, inserted rows don't make devices that acknowledge the same content wait for each
 * other's locks.
 */
export const messageReleases = pgTable('message_releases', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  contentId: bigint('content_id', { mode: 'number' }).notNull(),
});

/** Bytes that each account has stored per day (UTC). */
export const messageUsage = pgTable(
  'message_usage',
  {
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    day: date({ mode: 'string' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Bytes of images, which have a limit of their own. */
    imageBytes: bigint('image_bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.address, table.day] }), index('message_usage_day').on(table.day)],
);

/** Encrypted images in the upload store. Rows don't identify an account or conversation. */
export const messageImages = pgTable(
  'message_images',
  {
    /** Chosen by the client at random, in hexadecimal. The name of the file. */
    id: text().primaryKey(),
    /** SHA-256 of the ciphertext, so that an upload that is sent again gets the same answer. */
    contentHash: bytes('content_hash').notNull(),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
  },
  (table) => [index('message_images_uploaded_at').on(table.uploadedAt)],
);

/** Accounts from which an account doesn't receive messages and invitations. */
export const messageBlocks = pgTable(
  'message_blocks',
  {
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    blocked: text().$type<Address>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.blocked] })],
);

/** Reports of accounts, which the operator reviews. */
export const messageReports = pgTable(
  'message_reports',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    reporter: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    reported: text().$type<Address>().notNull(),
    reason: text().notNull(),
    groupId: text('group_id'),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [
    index('message_reports_reporter').on(table.reporter, table.sentAt),
    index('message_reports_sent_at').on(table.sentAt),
  ],
);
