import 'server-only';
import { createHash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';

/** Maximum length of an announcement's Markdown in one language. */
export const ARTICLE_BODY_LIMIT_CHARACTERS = 65_536;

/** Article headings start at h3, because the page uses h1 and the dialog around the article uses h2. */
const headings = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h4', h5: 'h4', h6: 'h4' };

/** Allowed links: https, mailto, or a path on this site. */
const LINK = /^(https:|mailto:|\/(?![/\\]))/i;

const REL = 'noopener noreferrer nofollow';

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'strong', 'em', 's', 'code', 'pre'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
  transformTags: {
    ...headings,
    a: (tagName, { href = '' }) => {
      const attribs: sanitize.Attributes = LINK.test(href) ? { href, rel: REL } : {};
      return { tagName, attribs };
    },
  },
};

/**
 * Reduces an article's HTML to basic text markup, without IDs, classes, styles, images, or scripts. Links may only lead
 * to this site or use https or mailto.
 */
export const sanitizeArticle = (html: string): string => sanitize(html, OPTIONS);

/** Sanitizes the HTML of an article from a back end. */
export const sanitizeForwarded = (article: unknown): unknown =>
  typeof article === 'object' && article !== null && 'body' in article
    ? { ...article, body: sanitizeArticle(String(article.body)) }
    : article;

/** Increment this after changing the renderer, so that all stored articles are rendered again. */
const RENDERING = 1;

// The `commonmark` preset limits nesting to 20 levels. With the default, a short text could take very long to render.
const markdown = new MarkdownIt('commonmark', { html: false })
  .enable(['table', 'strikethrough'])
  .disable('image');

/** Returns the SHA-256 hash (hex) of Markdown source and the renderer version. */
export const markdownHash = (source: string): string =>
  createHash('sha256').update(`${RENDERING}\n${source}`).digest('hex');

/**
 * Renders Markdown (CommonMark plus tables and strikethrough, with raw HTML escaped) to sanitized HTML.
 * @throws RangeError if the Markdown exceeds ARTICLE_BODY_LIMIT_CHARACTERS, which bounds the rendering time.
 */
export function renderMarkdown(source: string): string {
  if (source.length > ARTICLE_BODY_LIMIT_CHARACTERS)
    throw new RangeError(`must have at most ${ARTICLE_BODY_LIMIT_CHARACTERS} characters`);
  return sanitizeArticle(markdown.render(source));
}
