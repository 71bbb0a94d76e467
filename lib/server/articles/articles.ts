import 'server-only';
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { article, articlePage } from '@/lib/api/schemas/article';
import type { pageQuery } from '@/lib/api/schemas/values';
import { type Locale, routing } from '@/lib/i18n/routing';
import { articleReads, articles, articleTexts } from '../db/article-tables';
import { database } from '../db/database';
import { ApiError } from '../http/api-error';
import { markRead, published } from './reads';

const wanted = alias(articleTexts, 'wanted');
const fallback = alias(articleTexts, 'fallback');

const readingIn = (locale: Locale) => and(eq(wanted.articleId, articles.id), eq(wanted.locale, locale));
const readingByDefault = and(eq(fallback.articleId, articles.id), eq(fallback.locale, routing.defaultLocale));

/**
 * Columns in the requested language or, if there is no translation, in the default language, which every article has.
 */
const heading = {
  id: articles.id,
  publishedAt: articles.publishedAt,
  title: sql<string>`coalesce(${wanted.title}, ${fallback.title})`,
  lang: sql<Locale>`coalesce(${wanted.locale}, ${fallback.locale})`,
};

/**
 * Returns a page of announcements in `locale`, newest first, marking those that `reader` has read. `reader` is null if
 * the visitor isn't signed in.
 */
export async function pageOfArticles(
  { pageNum, pageSize }: z.output<typeof pageQuery>,
  locale: Locale,
  reader: Address | null,
): Promise<z.input<typeof articlePage>> {
  const rows = await database('public')
    .select({
      ...heading,
      summary: sql<string>`coalesce(${wanted.summary}, ${fallback.summary})`,
      read: sql<boolean>`${isNotNull(articleReads.articleId)}`,
    })
    .from(articles)
    .innerJoin(fallback, readingByDefault)
    .leftJoin(wanted, readingIn(locale))
    .leftJoin(
      articleReads,
      and(eq(articleReads.articleId, articles.id), reader ? eq(articleReads.address, reader) : sql`false`),
    )
    .where(published)
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [counted] = await database('public').select({ total: count() }).from(articles).where(published);
  const list = rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
  return { list, total: counted?.total ?? 0, pageNum, pageSize };
}

/** Returns an announcement. If `reader` is signed in, marks it as read. @throws ApiError 404 if there is none. */
export async function readArticle(
  id: number,
  locale: Locale,
  reader: Address | null,
): Promise<z.input<typeof article>> {
  const [found] = await database('public')
    .select({ ...heading, body: sql<string>`coalesce(${wanted.body}, ${fallback.body})` })
    .from(articles)
    .innerJoin(fallback, readingByDefault)
    .leftJoin(wanted, readingIn(locale))
    .where(and(published, eq(articles.id, id)));
  if (!found) throw new ApiError(404, 'notFound');
  if (reader) await markRead(reader, [id]);
  return { ...found, publishedAt: found.publishedAt.toISOString() };
}
