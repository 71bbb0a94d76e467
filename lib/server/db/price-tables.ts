import { boolean, index, integer, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { coins } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const coinId = () =>
  integer('coin_id')
    .notNull()
    .references(() => coins.id);
/** US dollars per whole coin. */
const price = () => numeric({ precision: 38, scale: 18 }).notNull();

/** The latest price of each coin. Only `at` shows whether it's still fresh. */
export const prices = pgTable('prices', {
  coinId: coinId().primaryKey(),
  price: price(),
  /** Names of the sources that agree on the price. */
  sources: text().array().notNull(),
  /** When a source last confirmed the price. */
  at: instant('at').notNull(),
});

/**
 * Price history: the last price of each five-minute interval in the past day, of each hour in the weeks before that, and of
 * each UTC day before those, permanently.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    coinId: coinId(),
    /** Start of the five-minute interval. */
    at: instant('at').notNull(),
    price: price(),
    /** Whether the local demo generated the price, for a time when the site wasn't running. */
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.coinId, table.at] }),
    // Index for thinning the old points of all coins.
    index('price_points_at').on(table.at),
  ],
);
