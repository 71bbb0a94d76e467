import { render } from '@testing-library/react';
import { JsonLd } from '@/components/site/breadcrumbs';
import { breadcrumbJsonLd, homeJsonLd } from '@/lib/seo/json-ld';
import { childEnv } from '@/lib/settings/process-env';

let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = childEnv({});
  jest.replaceProperty(process, 'env', { ...before, ORIGINS: 'https://example.org' });
});
afterEach(() => {
  jest.replaceProperty(process, 'env', before);
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
