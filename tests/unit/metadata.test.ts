import { pageMetadata } from '@/lib/i18n/metadata';
import { routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

const page = { path: routes.about, title: 'About us', description: 'Who we are.' };

test('SEO-1 names a canonical and the same alternates in every locale', () => {
  const metadata = routing.locales.map((locale) => pageMetadata({ ...page, locale }));
  expect(metadata.map((m) => m.alternates?.canonical)).toEqual(['/about', '/zh-Hant/about']);
  for (const m of metadata) {
    expect(m.alternates?.languages).toEqual({
      en: '/about',
      'zh-Hant': '/zh-Hant/about',
      'x-default': '/about',
    });
    expect(m.title).toBe('About us · Tidewell');
  }
  expect(metadata.map((m) => m.openGraph)).toMatchObject([{ locale: 'en_US' }, { locale: 'zh_TW' }]);
});

test('TEST-4 keeps an unindexed page free of canonical and alternates', () => {
  const metadata = pageMetadata({ ...page, locale: 'en', index: false });
  expect(metadata.robots).toEqual({ index: false });
  expect(metadata.alternates).toBeUndefined();
});
