import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import { type LangKey, type Locale, localeByLangKey, prefixOf, withoutLocale } from './routing';

/**
 * Returns the localized path of a route from lib/routes.ts. The default locale has no prefix. Used instead of
 * next-intl's version, whose link component and formatter would add 5 KiB to every page.
 */
export function getPathname({ locale, href }: { locale: Locale; href: string }): string {
  const prefix = prefixOf(locale);
  return prefix && href === routes.index ? prefix : prefix + href;
}

/** Returns the current page's URL in another language. Keeps the query except for `lang`, which the path replaces. */
export function languageAddress(langKey: LangKey): string {
  const url = new URL(window.location.href);
  url.pathname = getPathname({ href: withoutLocale(url.pathname), locale: localeByLangKey[langKey] });
  url.searchParams.delete('lang');
  return withVisit(url).href;
}
