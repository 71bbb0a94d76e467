/**
 * Trusted Types (W3C): what code may write into the page as plain text, although the pages require trusted types. Allowed
 * are URLs of this site's scripts and service worker, text without markup, what React writes to create a script element, and
 * the text of scripts. Scripts that are created in this way never run, or only if `script-src` has their hash. The browser
 * refuses anything else, and reports it. Next runs this file before any other code of the site.
 */
const { origin } = location;
const policy = {
  createScriptURL: (url: string) =>
    // The worker's path is written out, because an import would add to every page.
    url === '/sw.js' || new URL(url, origin).href.startsWith(`${origin}/_next/static/`) ? url : null,
  createHTML: (html: string) => (/<(?!\/?script>)/.test(html) ? null : html),
  createScript: (text: string) => text,
};

try {
  // The type doesn't know that the default policy may return null.
  window.trustedTypes?.createPolicy('default', policy as TrustedTypePolicyOptions);
} catch {
  // An extension of the browser has created one. Its rules then apply.
}

// Makes this file a module.
export {};
