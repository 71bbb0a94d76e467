import 'server-only';
import { and, count, eq, inArray, lte, notInArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { articleReads, articles } from '../db/article-tables';
import { database, preparedQuery } from '../db/database';

/** Matches announcements that are enabled and whose publication date has passed. */
export const published = and(eq(articles.enabled, true), lte(articles.publishedAt, sql`now()`));

const readBy = (reader: Address | Placeholder) =>
  database('account')
    .select({ id: articleReads.articleId })
    .from(articleReads)
    .where(eq(articleReads.address, reader));

export async function markRead(reader: Address, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await database('account')
    .insert(articleReads)
    .values(ids.map((articleId) => ({ address: reader, articleId })))
    .onConflictDoNothing();
}

/** Marks announcements that were read on a device as read by the user. Skips IDs of unpublished announcements. */
async function takeOver(reader: Address, ids: number[]): Promise<void> {
  const news = await database('account')
    .select({ id: articles.id })
    .from(articles)
    .where(and(published, inArray(articles.id, ids), notInArray(articles.id, readBy(reader))));
  await markRead(
    reader,
    news.map(({ id }) => id),
  );
}

const unread = (db: ReturnType<typeof database>, isUnread: SQL) =>
  db.select({ count: count() }).from(articles).where(and(published, isUnread));

const unreadByReader = preparedQuery('account', (db) =>
  unread(db, notInArray(articles.id, readBy(sql.placeholder('reader')))).prepare('unread_by_reader'),
);

/**
 * Counts the unread announcements. For a signed-in `reader`, first imports `ids`, the IDs of the announcements that
 * were read on this device. For a visitor, counts the announcements that aren't in `ids`.
 */
export async function countUnread(reader: Address | null, ids: number[]): Promise<{ count: number }> {
  if (reader && ids.length > 0) await takeOver(reader, ids);
  const [counted] = reader
    ? await unreadByReader().execute({ reader })
    : await unread(database('account'), notInArray(articles.id, ids));
  return { count: counted?.count ?? 0 };
}
