import 'server-only';
import sanitize from 'sanitize-html';

/** The page has the h1 and the dialog around an article the h2, so an article's own headings begin below. */
const headings = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h4', h5: 'h4', h6: 'h4' };

/** To an outside page, a mailbox, or a page of this site by its path. */
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
 * HTML of an article with nothing but text structure left: no id, class, style, image, script or foreign element. Links
 * lead to this site, https or mailto.
 */
export const sanitizeArticle = (html: string): string => sanitize(html, OPTIONS);
