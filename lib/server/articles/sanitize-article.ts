import 'server-only';
import { createHash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';
import { ARTICLE_BODY_LIMIT_CHARACTERS } from '@/lib/server-constants';

/** The page has the h1 and the dialog around an article the h2, so article headings start at h3. */
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
 * Reduces an article's HTML to text structure: no id, class, style, image, script or foreign element. Links
 * may only point to this site, https or mailto.
 */
export const sanitizeArticle = (html: string): string => sanitize(html, OPTIONS);

/** Increase to render every text again after a change of the renderer. */
const RENDERING = 1;

// This preset limits nesting to 20 levels; with the default one, a short text could take long to render.
const markdown = new MarkdownIt('commonmark', { html: false })
  .enable(['table', 'strikethrough'])
  .disable('image');

/** SHA-256 (hex) of a Markdown text and the renderer version. */
export const markdownHash = (source: string): string =>
  createHash('sha256').update(`${RENDERING}\n${source}`).digest('hex');

/**
 * Renders Markdown (CommonMark with tables and strikethrough, raw HTML escaped) to sanitized HTML.
 * @throws RangeError beyond ARTICLE_BODY_LIMIT_CHARACTERS, which bounds the rendering time.
 */
export function renderMarkdown(source: string): string {
  if (source.length > ARTICLE_BODY_LIMIT_CHARACTERS)
    throw new RangeError(`must have at most ${ARTICLE_BODY_LIMIT_CHARACTERS} characters`);
  return sanitizeArticle(markdown.render(source));
}
