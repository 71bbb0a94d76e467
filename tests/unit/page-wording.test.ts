import { brand } from '@/lib/content/website';
import { languageByLocale, routing } from '@/lib/i18n/routing';
import { indexablePaths, routes } from '@/lib/routes';
import { pageWording } from '@/scripts/brand/social-card';

type Limits = { title: number; description: [least: number, most: number] };

/** What search engines show whole: characters of an alphabet, or wide ones as of Chinese. */
const NARROW: Limits = { title: 60, description: [70, 160] };
const WIDE: Limits = { title: 30, description: [1, 80] };

describe.each(routing.locales)('SEO-1 in %s', (locale) => {
  const pages = [...indexablePaths, routes.test].map((path) => ({ path, ...pageWording(locale, path) }));

  test.each(pages)('$path has a title and a description of fitting length', ({ title, description }) => {
    const {
      title: longest,
      description: [least, most],
    } = languageByLocale[locale].spaced ? NARROW : WIDE;
    expect(`${title} · ${brand}`.length).toBeLessThanOrEqual(longest);
    expect(description.length).toBeGreaterThanOrEqual(least);
    expect(description.length).toBeLessThanOrEqual(most);
  });

  test('no two pages share a title or a description', () => {
    for (const key of ['title', 'description'] as const)
      expect(new Set(pages.map((page) => page[key])).size).toBe(pages.length);
  });
});
