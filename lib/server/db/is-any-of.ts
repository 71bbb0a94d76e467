import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Returns the condition that a column has one of any number of values. `inArray` takes up to 65,535. */
export const isAnyOf = (column: PgColumn, values: readonly unknown[], type: 'bigint' | 'text'): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;
