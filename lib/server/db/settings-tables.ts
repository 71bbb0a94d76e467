import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What the operator's files set that is no list, by the file's name: the same for every instance. */
export const operatorSettings = pgTable('operator_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});
