import { withVisit } from '@/lib/preferences/visit-address';
import { getPathname } from './navigation';
import { type LangKey, localeByLangKey, withoutLocale } from './routing';

/** Address of the page one is on in another language; its query stays, but for `lang`, which the path now says. */
export function languageAddress(langKey: LangKey): string {
  const url = new URL(window.location.href);
  url.pathname = getPathname({ href: withoutLocale(url.pathname), locale: localeByLangKey[langKey] });
  url.searchParams.delete('lang');
  return withVisit(url).href;
}
