import { bigint, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core';

/** What the operator's files set that is no list, by the file's name: the same for every instance. */
export const operatorSettings = pgTable('operator_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Calls counted so far, by limit and client. Names and order of the columns are rate-limiter-flexible's. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since the epoch. */
  expire: bigint({ mode: 'number' }),
});
