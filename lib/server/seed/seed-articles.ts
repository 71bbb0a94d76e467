import 'server-only';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { markdownHash, renderMarkdown } from '@/lib/server/articles/sanitize-article';
import { articles, articleTexts } from '../db/article-tables';
import type { Queryable } from '../db/database';
import type { Announcement } from './announcement-files';

/** Syncs the translations of one announcement with its files. Unchanged Markdown isn't rendered again. */
async function seedTexts(db: Queryable, { id, texts }: Announcement): Promise<void> {
  const known = await db
    .select({ locale: articleTexts.locale, sourceHash: articleTexts.sourceHash, body: articleTexts.body })
    .from(articleTexts)
    .where(eq(articleTexts.articleId, id));
  const rows = texts.map(({ locale, title, summary, body }) => {
    const sourceHash = markdownHash(body);
    const same = known.find((row) => row.locale === locale && row.sourceHash === sourceHash);
    return { articleId: id, locale, title, summary, sourceHash, body: same?.body ?? renderMarkdown(body) };
  });
  const locales = texts.map(({ locale }) => locale);
  await db
    .delete(articleTexts)
    .where(and(eq(articleTexts.articleId, id), notInArray(articleTexts.locale, locales)));
  await db
    .insert(articleTexts)
    .values(rows)
    .onConflictDoUpdate({
      target: [articleTexts.articleId, articleTexts.locale],
      set: {
        title: sql`excluded.title`,
        summary: sql`excluded.summary`,
        body: sql`excluded.body`,
        sourceHash: sql`excluded.source_hash`,
      },
    });
}

/** Syncs the announcements with the operator's files, in the caller's transaction. Unpublishes all others. */
export async function seedArticles(db: Queryable, announcements: readonly Announcement[]): Promise<void> {
  const ids = announcements.map(({ id }) => id);
  await db.update(articles).set({ enabled: false }).where(notInArray(articles.id, ids));
  if (ids.length === 0) return;
  await db
    .insert(articles)
    .values(announcements.map(({ id, publishedAt }) => ({ id, publishedAt, enabled: true })))
    .onConflictDoUpdate({
      target: articles.id,
      set: { publishedAt: sql`excluded.published_at`, enabled: true },
    });
  for (const announcement of announcements) await seedTexts(db, announcement);
}
