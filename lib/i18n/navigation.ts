import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import { type LangKey, type Locale, localeByLangKey, prefixOf, withoutLocale } from './routing';

/**
 * Returns the path of a route from lib/routes.ts in a locale; the default one has no prefix. next-intl's version adds 5
 * KiB of its client link and formatter to every page.
 */
export function getPathname({ locale, href }: { locale: Locale; href: string }): string {
  const prefix = prefixOf(locale);
  return prefix && href === routes.index ? prefix : prefix + href;
}

/** Returns the current page's URL in another language, with its query except `lang`, which the path replaces. */
export function languageAddress(langKey: LangKey): string {
  const url = new URL(window.location.href);
  url.pathname = getPathname({ href: withoutLocale(url.pathname), locale: localeByLangKey[langKey] });
  url.searchParams.delete('lang');
  return withVisit(url).href;
}
