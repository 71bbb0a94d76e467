import { isNull } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import type { PushKind } from '@/lib/api/push-kinds';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Browsers that get push messages (RFC 8030). Sign-out, the push service's answer, or the retention time deletes a row. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** URL at the browser's push service. Who knows it and the keys can notify the browser. */
    endpoint: text().primaryKey(),
    /** The account of the session that subscribed. */
    address: text().$type<Address>().notNull(),
    /** Hash of the token of the session that subscribed or renewed last. The session may have expired. */
    tokenHash: text('token_hash').notNull(),
    /** The browser's public key and authentication secret (RFC 8291), in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    locale: text().notNull(),
    kinds: text().array().$type<PushKind[]>().notNull(),
    /** Messages up to this time were pushed, or came before the subscription. */
    messagesToldAt: instant('messages_told_at').notNull().defaultNow(),
    renewedAt: instant('renewed_at').notNull().defaultNow(),
    /** Messages in a row that the push service refused. */
    refusals: integer().notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_address').on(table.address),
    index('push_subscriptions_token').on(table.tokenHash),
    index('push_subscriptions_renewed').on(table.renewedAt),
  ],
);

/** Price alerts of subscriptions with that kind. */
export const pushAlerts = pgTable(
  'push_alerts',
  {
    endpoint: text()
      .notNull()
      .references(() => pushSubscriptions.endpoint, { onDelete: 'cascade' }),
    id: text().notNull(),
    coinId: bigint('coin_id', { mode: 'number' }).notNull(),
    /** ISO 4217. */
    currency: text().notNull(),
    side: text({ enum: ['above', 'below'] }).notNull(),
    /** Decimal text. */
    price: text().notNull(),
    toldAt: instant('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.endpoint, table.id] }),
    index('push_alerts_pending').on(table.endpoint).where(isNull(table.toldAt)),
  ],
);
