import { defineRouting } from 'next-intl/routing';
import { defaultLocale, languages } from './locales.mjs';

/** An entry in the language table. */
export type Language = (typeof languages)[number];

export type Locale = Language['locale'];

/** The value stored in the browser and sent in the `Language` header. */
export type LangKey = Language['langKey'];

/** The default language has no prefix. The language never depends on a cookie or header. */
export const routing = defineRouting({
  locales: languages.map(({ locale }) => locale),
  defaultLocale,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
});

export const languageByLocale = Object.fromEntries(
  languages.map((language) => [language.locale, language]),
) as Readonly<Record<Locale, Language>>;

export const localeByLangKey = Object.fromEntries(
  languages.map(({ langKey, locale }) => [langKey, locale]),
) as Readonly<Record<LangKey, Locale>>;

export const langKeyByLocale = Object.fromEntries(
  languages.map(({ langKey, locale }) => [locale, langKey]),
) as Readonly<Record<Locale, LangKey>>;

export function isLangKey(value: string): value is LangKey {
  return Object.hasOwn(localeByLangKey, value);
}

/** Returns a locale's path prefix, which is empty for the default locale. */
export const prefixOf = (locale: Locale): string => (locale === defaultLocale ? '' : `/${locale}`);

/** Returns a path without its locale prefix: `/zh-Hant/about` → `/about`. */
export function withoutLocale(pathname: string): string {
  const prefix = routing.locales.find(
    (locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`),
  );
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname;
}

/** Returns the URL path for Next's internal path of a page: `/en/about` → `/about`, because English has no prefix. */
export const requestPath = (route: string): string =>
  route.startsWith(`/${defaultLocale}/`) ? route.slice(defaultLocale.length + 1) : route;

/** Returns a language's name in that language. */
export const endonym = (locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
