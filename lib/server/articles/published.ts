import 'server-only';
import { and, eq, lte, sql } from 'drizzle-orm';
import { articles } from '../db/article-tables';

/** What readers may see now: announcements of the operator's files whose time has come. */
export const published = and(eq(articles.enabled, true), lte(articles.publishedAt, sql`now()`));
