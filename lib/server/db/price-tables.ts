import { integer, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { coins } from './config-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const coinId = () =>
  integer('coin_id')
    .notNull()
    .references(() => coins.id);
/** US dollars per whole coin. */
const price = () => numeric({ precision: 38, scale: 18 }).notNull();

/** The last price of each coin. Only `at` shows whether it is still fresh. */
export const prices = pgTable('prices', {
  coinId: coinId().primaryKey(),
  price: price(),
  /** Names of the sources that agree on it. */
  sources: text().array().notNull(),
  /** Time of the last confirmation by a source. */
  at: instant('at').notNull(),
});

/** The last price of each five minutes of the past day, and of each hour of the past weeks. */
export const pricePoints = pgTable(
  'price_points',
  {
    coinId: coinId(),
    /** Start of the five-minute interval. */
    at: instant('at').notNull(),
    price: price(),
  },
  (table) => [primaryKey({ columns: [table.coinId, table.at] })],
);
