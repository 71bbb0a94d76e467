import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import { type LangKey, type Locale, localeByLangKey, prefixOf, withoutLocale } from './routing';

/**
 * The address of a path from lib/routes.ts in a locale; the default one has no prefix. next-intl has the same, but brings its
 * client link and formatter with it onto every page, 5 KiB.
 */
export function getPathname({ locale, href }: { locale: Locale; href: string }): string {
  const prefix = prefixOf(locale);
  return prefix && href === routes.index ? prefix : prefix + href;
}

/** Address of the page one is on in another language; its query stays, but for `lang`, which the path now says. */
export function languageAddress(langKey: LangKey): string {
  const url = new URL(window.location.href);
  url.pathname = getPathname({ href: withoutLocale(url.pathname), locale: localeByLangKey[langKey] });
  url.searchParams.delete('lang');
  return withVisit(url).href;
}
