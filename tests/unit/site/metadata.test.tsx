import { render } from '@testing-library/react';
import { JsonLd } from '@/components/site/breadcrumbs';
import { pageMetadata } from '@/lib/i18n/metadata';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { breadcrumbJsonLd, homeJsonLd } from '@/lib/seo/json-ld';
import { childEnv } from '@/lib/settings/process-env';

const page = { path: routes.about, title: 'About us', description: 'Who we are.' };
const picture = 'Lines of tide';

let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = childEnv({});
  jest.replaceProperty(process, 'env', { ...before, ORIGINS: 'https://example.org,http://127.0.0.1:3000' });
});
afterEach(() => {
  jest.replaceProperty(process, 'env', before);
});

test('SEO-1 sets a canonical URL on the first origin and the same alternates in every locale', () => {
  const metadata = routing.locales.map((locale) => pageMetadata({ ...page, picture, locale }));
  const addresses = routing.locales.map((locale) => `https://example.org${prefixOf(locale)}/about`);
  expect(metadata.map((m) => m.alternates?.canonical)).toEqual(addresses);
  for (const m of metadata) {
    expect(m.alternates?.languages).toEqual({
      ...Object.fromEntries(routing.locales.map((locale, i) => [locale, addresses[i]])),
      en: 'https://example.org/about',
      'zh-Hant': 'https://example.org/zh-Hant/about',
      'x-default': 'https://example.org/about',
    });
    expect(m.title).toBe('About us · Tidewell');
  }
  expect(metadata.slice(0, 2).map((m) => m.openGraph)).toMatchObject([
    { locale: 'en_US', url: 'https://example.org/about' },
    { locale: 'zh_TW', url: 'https://example.org/zh-Hant/about' },
  ]);
});

test('SEO-1 sets a separate picture for each locale, with alt text', () => {
  const image = {
    url: 'https://example.org/images/og/zh-Hant/about.png',
    width: 1200,
    height: 630,
    alt: 'About us · Tidewell · Lines of tide',
  };
  expect(pageMetadata({ ...page, picture, locale: 'zh-Hant' })).toMatchObject({
    openGraph: { images: [image] },
    twitter: { card: 'summary_large_image', images: [image] },
  });
});

test('SEO-1 throws if the canonical origin is missing instead of using a wrong one', () => {
  jest.replaceProperty(process, 'env', { ...before, ORIGINS: '' });
  expect(() => pageMetadata({ ...page, picture, locale: 'en' })).toThrow('ORIGINS is not set');
});

test('TEST-4 omits the canonical URL, alternates and picture from an unindexed page', () => {
  const metadata = pageMetadata({ ...page, locale: 'en', index: false });
  expect(metadata.robots).toEqual({ index: false });
  expect(metadata.alternates).toBeUndefined();
  expect(metadata.openGraph?.images).toBeUndefined();
});

test('SEO-1 breadcrumbs are numbered from one and lead from home to the page, in its language', () => {
  const trail = [
    { name: '首頁', path: '/home' },
    { name: '關於我們', path: '/about' },
  ];
  expect(breadcrumbJsonLd('zh-Hant', trail).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: '首頁', item: 'https://example.org/zh-Hant/home' },
    { '@type': 'ListItem', position: 2, name: '關於我們', item: 'https://example.org/zh-Hant/about' },
  ]);
});

test('SEO-1 both languages describe the same organization and one site each', () => {
  const [en, zhHant] = (['en', 'zh-Hant'] as const).map(
    (locale) => homeJsonLd(locale, 'About it.')['@graph'],
  );
  expect(en?.[0]).toEqual(zhHant?.[0]);
  expect(en?.[1]).toMatchObject({ '@type': 'WebSite', inLanguage: 'en', url: 'https://example.org/home' });
  expect(zhHant?.[1]).toMatchObject({ inLanguage: 'zh-Hant', url: 'https://example.org/zh-Hant/home' });
});

test('SEO-1 text in the data cannot close its script element', () => {
  const name = '</script><script>alert(1)</script><!-- &amp;';
  const { container } = render(
    <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Thing', name }} />,
  );
  expect(container.innerHTML).not.toMatch(/<\/script><script>|<!--/);
  expect(container.querySelectorAll('script')).toHaveLength(1);
  expect(JSON.parse(container.textContent ?? '')).toMatchObject({ name });
});
