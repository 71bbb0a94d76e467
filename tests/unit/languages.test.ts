import { existsSync } from 'node:fs';
import listed from '@/config/languages.json';
import { defaultLocale, languages, prefixedLocales } from '@/lib/i18n/locales.mjs';
import { prefixOf } from '@/lib/i18n/routing';

describe.each(languages)('the language $locale', ({ locale, langKey, dir }) => {
  test('I18N-1 is named by a BCP 47 tag and a key of a language and a territory', () => {
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
    expect(langKey).toMatch(/^[a-z]{2,3}_[A-Z]{2}$/);
    expect(['ltr', 'rtl']).toContain(dir);
  });

  test('I18N-2 has its messages, its entry in config/languages.json and an icon', () => {
    const entry = listed.find((language) => language.langKey === langKey);
    expect(existsSync(`messages/${locale}.json`)).toBe(true);
    expect(entry).toMatchObject({ isDefault: locale === defaultLocale });
    expect(existsSync(`public${entry?.langIcon}`)).toBe(true);
  });
});

test('SITE-4 I18N-1 the default language alone has no prefix', () => {
  const [first, ...others] = languages.map(({ locale }) => prefixOf(locale));
  expect(first).toBe('');
  expect(others).toEqual(prefixedLocales.split('|').map((locale) => `/${locale}`));
});
