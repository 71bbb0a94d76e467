import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Calls counted so far, by limit and client. Names and order of the columns are rate-limiter-flexible's. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since the epoch. */
  expire: bigint({ mode: 'number' }),
});
