import 'server-only';
import { hasLocale } from 'next-intl';
import { getPathname } from '@/lib/i18n/navigation';
import { langKeyByLocale, routing, withoutLocale } from '@/lib/i18n/routing';
import { knownPaths, routes } from '@/lib/routes';
import { ApiError } from '../http/api-error';

const isPage = (path: string) => knownPaths.includes(path) || path === routes.notFound;

/**
 * Address of one of our own pages, its language named, so that a stored one does not lead away from it. Home and the
 * default locale where none is given. Throws ApiError 400 for a path or a locale that is not ours.
 */
export function pageAddress(path: string, locale: string, search = ''): string {
  const href = path || routes.home;
  const language = locale || routing.defaultLocale;
  if (!hasLocale(routing.locales, language) || !isPage(href)) throw new ApiError(400, 'invalid');
  const query = new URLSearchParams(search);
  query.set('lang', langKeyByLocale[language]);
  return `${getPathname({ href, locale: language })}?${query}`;
}

/** Address in `locale` of the page that a request comes from; home where it does not say. Throws ApiError 400. */
export function addressOfReferrer(request: Request, locale: string): string {
  const referrer = request.headers.get('referer') ?? '';
  const { pathname, search } = URL.canParse(referrer) ? new URL(referrer) : { pathname: '', search: '' };
  const path = withoutLocale(pathname);
  return isPage(path) ? pageAddress(path, locale, search) : pageAddress(routes.home, locale);
}
