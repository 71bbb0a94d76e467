import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import type { Locale } from '@/lib/i18n/routing';
import { users } from './account-tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const articleId = () =>
  integer('article_id')
    .notNull()
    .references(() => articles.id);

/**
 * An announcement that was removed from the operator's files stays
 * as a disabled row: it may return, and read marks refer to it.
 */
export const articles = pgTable(
  'articles',
  {
    id: integer().primaryKey(),
    publishedAt: instant('published_at').notNull(),
    enabled: boolean().notNull(),
  },
  (table) => [index('articles_published_at').on(table.publishedAt)],
);

export const articleTexts = pgTable(
  'article_texts',
  {
    articleId: articleId(),
    locale: text().$type<Locale>().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    /** Sanitized HTML. */
    body: text().notNull(),
    /** Of the Markdown and the renderer version: the body is rendered again only when this changes. */
    sourceHash: text('source_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.locale] })],
);

export const articleReads = pgTable(
  'article_reads',
  {
    address: text()
      .$type<Address>()
      .notNull()
      .references(() => users.address),
    articleId: articleId(),
    readAt: instant('read_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.address, table.articleId] })],
);
