import { localeOf, wordingOf } from './wording';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}a{display:inline-flex;min-height:44px;align-items:center;color:inherit}';

/** Returns the page that replaces one that this browser hasn't stored, in the language of its path. */
export function offlinePage(pathname: string): Response {
  const locale = localeOf(pathname);
  const { title, text, retry } = wordingOf(locale);
  // An empty link reloads the page. All values are the build's own texts.
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p><a href="">${retry}</a></main></html>`;
  return new Response(html, { status: 503, headers: HEADERS });
}
