import 'server-only';
import { createHash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { ARTICLE_BODY_LIMIT_CHARACTERS } from '@/lib/server-constants';
import { sanitizeArticle } from './sanitize-article';

/** Raise it when the same Markdown is to give other HTML: every text is then rendered anew. */
const RENDERING = 1;

// This preset stops at twenty levels of lists and quotes, where the default one lets a short text cost much.
const markdown = new MarkdownIt('commonmark', { html: false })
  .enable(['table', 'strikethrough'])
  .disable('image');

/** SHA-256 of a Markdown text and of the way it is rendered, in hex. */
export const markdownHash = (source: string): string =>
  createHash('sha256').update(`${RENDERING}\n${source}`).digest('hex');

/**
 * Markdown (CommonMark with tables and strikethrough; HTML in it is text) as sanitized HTML. Throws a RangeError beyond
 * ARTICLE_BODY_LIMIT_CHARACTERS, which bounds the time it takes.
 */
export function renderMarkdown(source: string): string {
  if (source.length > ARTICLE_BODY_LIMIT_CHARACTERS)
    throw new RangeError(`must have at most ${ARTICLE_BODY_LIMIT_CHARACTERS} characters`);
  return sanitizeArticle(markdown.render(source));
}
