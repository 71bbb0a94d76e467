import sharp from 'sharp';
import { z } from 'zod';
import { type Locale, prefixOf, routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, indexablePaths, routes } from '@/lib/routes';
import { SOCIAL_IMAGE, socialImagePath } from '@/lib/seo/page-url';
import { readHead, readSitemap } from '../support/page-head';
import { expect, test } from '../support/site-test';

const { locales, defaultLocale } = routing;
const address = (locale: Locale, path: string) => prefixOf(locale) + path;
const pages = locales.flatMap((locale) =>
  indexablePaths.map((path) => ({ locale, path, url: address(locale, path) })),
);
const hidden = [routes.notFound, routes.test, routes.wallet, routes.transaction];

const breadcrumb = z.strictObject({
  '@type': z.literal('ListItem'),
  position: z.int(),
  name: z.string().min(1),
  item: z.url(),
});
const breadcrumbList = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z.array(breadcrumb).min(2),
});
const homeGraph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.tuple([
    z.strictObject({
      '@type': z.literal('Organization'),
      '@id': z.url(),
      name: z.string().min(1),
      url: z.url(),
      logo: z.url(),
      email: z.email(),
    }),
    z.strictObject({
      '@type': z.literal('WebSite'),
      '@id': z.url(),
      name: z.string().min(1),
      url: z.url(),
      description: z.string().min(1),
      inLanguage: z.enum(locales),
      publisher: z.strictObject({ '@id': z.url() }),
    }),
  ]),
});

for (const { locale, path, url } of pages) {
  test(`SEO-1 ${url} has its canonical URL, its translations and its picture`, async ({ page, baseURL }) => {
    const head = await readHead(page, url);
    expect(head).toMatchObject({ status: 200, lang: locale, canonical: baseURL + url });
    expect(head.title).not.toBe('');
    expect(head.meta.robots).toBeUndefined();

    expect(head.alternates).toEqual({
      ...Object.fromEntries(locales.map((other) => [other, baseURL + address(other, path)])),
      'x-default': baseURL + path,
    });
    for (const [code, alternate] of Object.entries(head.alternates)) {
      const other = await readHead(page, alternate);
      expect([code, other.alternates]).toEqual([code, head.alternates]);
      expect(other.lang).toBe(code === 'x-default' ? defaultLocale : code);
      expect(other.canonical).toBe(alternate);
    }

    const picture = baseURL + socialImagePath(locale, path);
    expect(head.meta).toMatchObject({
      'og:title': head.title,
      'og:description': head.meta.description,
      'og:url': head.canonical,
      'og:site_name': 'Tidewell',
      'og:image': picture,
      'og:image:width': String(SOCIAL_IMAGE.width),
      'og:image:height': String(SOCIAL_IMAGE.height),
      'og:image:type': SOCIAL_IMAGE.type,
      'twitter:card': 'summary_large_image',
      'twitter:image': picture,
    });
    expect(head.meta['og:image:alt']).toContain(head.title);
    const image = await page.request.get(picture);
    expect([image.status(), image.headers()['content-type']]).toEqual([200, SOCIAL_IMAGE.type]);
    expect(await sharp(await image.body()).metadata()).toMatchObject({
      format: 'png',
      width: SOCIAL_IMAGE.width,
      height: SOCIAL_IMAGE.height,
    });
  });
}

for (const { locale, path, url } of pages.filter((entry) => entry.path !== routes.home)) {
  test(`SEO-1 ${url} has breadcrumbs from home`, async ({ page, baseURL }) => {
    const { jsonLd, title } = await readHead(page, url);
    expect(jsonLd).toHaveLength(path === routes.help ? 2 : 1);
    const { itemListElement } = breadcrumbList.parse(jsonLd[0]);
    expect(itemListElement.map(({ position }) => position)).toEqual(itemListElement.map((_, i) => i + 1));
    expect(itemListElement.map(({ item }) => item)).toEqual([
      baseURL + address(locale, routes.home),
      baseURL + address(locale, path),
    ]);
    expect(title).toBe(`${itemListElement.at(-1)?.name} · Tidewell`);
  });
}

for (const locale of locales) {
  test(`SEO-1 the home page (${locale}) names the organization`, async ({ page, baseURL }) => {
    const { jsonLd, meta, canonical } = await readHead(page, address(locale, routes.home));
    expect(jsonLd).toHaveLength(1);
    const [organization, site] = homeGraph.parse(jsonLd[0])['@graph'];
    expect(site).toMatchObject({ url: canonical, inLanguage: locale, description: meta.description });
    expect(site.publisher['@id']).toBe(organization['@id']);
    for (const named of [organization['@id'], organization.url, organization.logo, site['@id'], site.url])
      expect(new URL(named).origin).toBe(baseURL);
    const logo = await page.request.get(organization.logo);
    expect([logo.status(), logo.headers()['content-type']]).toEqual([200, 'image/png']);
  });
}

test('SEO-1 no two pages of a language share a title or a description', async ({ page }) => {
  for (const locale of locales) {
    const heads = await Promise.all(indexablePaths.map((path) => readHead(page, address(locale, path))));
    for (const texts of [heads.map(({ title }) => title), heads.map(({ meta }) => meta.description)])
      expect(new Set(texts).size).toBe(indexablePaths.length);
  }
});

test('SEO-1 the sitemap lists every page for search engines in both languages, and nothing else', async ({
  page,
  baseURL,
}) => {
  const entries = await readSitemap(page, '/sitemap.xml');
  expect(entries.map(({ loc }) => loc).sort()).toEqual(pages.map(({ url }) => baseURL + url).sort());
  const heads = await Promise.all(entries.map(({ loc }) => readHead(page, loc)));
  entries.forEach((entry, i) => {
    expect(heads[i]).toMatchObject({ canonical: entry.loc, alternates: entry.alternates });
  });
  // Only the legal pages have a last-modified date.
  const dated = entries.filter(({ lastmod }) => lastmod !== null);
  expect(dated).toHaveLength(4);
  for (const { loc, lastmod } of dated) {
    expect(loc).toContain('/article/');
    await page.goto(loc);
    await expect(page.locator('time')).toHaveAttribute('datetime', lastmod ?? '');
  }
});

test('SEO-1 robots.txt names the sitemap and excludes only the API', async ({ request, baseURL }) => {
  const response = await request.get('/robots.txt');
  expect(response.headers()['content-type']).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  expect(lines.map((line) => line.toLowerCase())).toEqual([
    'user-agent: *',
    'allow: /',
    'disallow: /api/',
    `sitemap: ${baseURL}/sitemap.xml`,
  ]);
});

for (const locale of locales) {
  test(`SEO-1 LINE-1 ${address(locale, routes.businessLines)} has the canonical URL of the line it shows`, async ({
    page,
    baseURL,
  }) => {
    const { canonical, alternates } = await readHead(page, address(locale, routes.businessLines));
    const first = routes.businessLine(BUSINESS_LINE_IDS[0]);
    expect(canonical).toBe(baseURL + address(locale, first));
    for (const other of locales) expect(alternates[other]).toBe(baseURL + address(other, first));
  });
}

for (const path of hidden) {
  test(`SEO-1 SITE-3 TEST-4 ${path} stays out of search engines in both languages`, async ({ page }) => {
    const listed = (await readSitemap(page, '/sitemap.xml')).map(({ loc }) => new URL(loc).pathname);
    for (const locale of locales) {
      const head = await readHead(page, address(locale, path));
      expect(head.status).toBe(path === routes.notFound ? 404 : 200);
      expect(head.meta.robots).toMatch(/\bnoindex\b/);
      expect(head).toMatchObject({ canonical: null, alternates: {}, jsonLd: [] });
      expect(head.title).toMatch(/ · Tidewell$/);
      expect(listed).not.toContain(address(locale, path));
    }
  });
}
