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
 * Announcements. An announcement removed from the operator's files stays as a disabled row, because read marks refer to
 * it and the operator may add it again.
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
    /** The article's sanitized HTML. */
    body: text().notNull(),
    /** Hash of the Markdown and the renderer version. The body is rendered again only when this hash changes. */
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
