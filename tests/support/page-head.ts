import type { Page } from '@playwright/test';

export interface PageHead {
  lang: string;
  title: string;
  canonical: string | null;
  /** URLs by hreflang code. */
  alternates: Record<string, string>;
  /** Content of the meta elements by name or property. If several elements have the same key, the first one is used. */
  meta: Record<string, string>;
  jsonLd: unknown[];
}

/** Parses the HTML that the server sends for a URL, without running scripts. */
export async function readHead(page: Page, url: string): Promise<PageHead & { status: number }> {
  const response = await page.request.get(url);
  const head = await page.evaluate(
    (html): PageHead => {
      const sent = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string) => [...sent.querySelectorAll(selector)];
      const pairs = (selector: string, key: string[], value: string) =>
        all(selector)
          .reverse()
          .map((element) => [
            key.map((name) => element.getAttribute(name)).find((name) => name !== null) ?? '',
            element.getAttribute(value) ?? '',
          ]);
      return {
        lang: sent.documentElement.lang,
        title: sent.title,
        canonical: sent.querySelector('head link[rel=canonical]')?.getAttribute('href') ?? null,
        alternates: Object.fromEntries(pairs('head link[rel=alternate][hreflang]', ['hreflang'], 'href')),
        meta: Object.fromEntries(pairs('head meta[content]', ['name', 'property'], 'content')),
        jsonLd: all('script[type="application/ld+json"]').map((script) =>
          JSON.parse(script.textContent ?? ''),
        ),
      };
    },
    await response.text(),
  );
  return { ...head, status: response.status() };
}

/** Returns a sitemap's URLs with their properties. */
export async function readSitemap(page: Page, url: string) {
  const response = await page.request.get(url);
  return page.evaluate(
    (xml) => {
      const sent = new DOMParser().parseFromString(xml, 'application/xml');
      if (sent.querySelector('parsererror')) throw new Error('the sitemap is not XML');
      return [...sent.querySelectorAll('url')].map((entry) => ({
        loc: entry.querySelector('loc')?.textContent ?? '',
        lastmod: entry.querySelector('lastmod')?.textContent ?? null,
        alternates: Object.fromEntries(
          [...entry.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')].map((link) => [
            link.getAttribute('hreflang') ?? '',
            link.getAttribute('href') ?? '',
          ]),
        ),
      }));
    },
    await response.text(),
  );
}
