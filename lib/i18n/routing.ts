import { defineRouting } from 'next-intl/routing';

/** English has no prefix; Traditional Chinese lives under /zh-Hant. Language never comes from a cookie or a header. */
export const routing = defineRouting({
  locales: ['en', 'zh-Hant'],
  defaultLocale: 'en',
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
});

export type Locale = (typeof routing.locales)[number];

/** The language keys stored by the visitor and sent in the `Language` header, and the locale each one means. */
export const localeByLangKey = { en_US: 'en', zh_CN: 'zh-Hant' } as const satisfies Record<string, Locale>;

export type LangKey = keyof typeof localeByLangKey;

export const langKeyByLocale: Record<Locale, LangKey> = { en: 'en_US', 'zh-Hant': 'zh_CN' };

/** Local storage key of the visitor's language. */
export const LANG_STORAGE_KEY = 'lang';

export function isLangKey(value: string): value is LangKey {
  return Object.hasOwn(localeByLangKey, value);
}

/** An address's path without its locale prefix: `/zh-Hant/about` → `/about`. */
export function withoutLocale(pathname: string): string {
  const prefix = routing.locales.find(
    (locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`),
  );
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname;
}
