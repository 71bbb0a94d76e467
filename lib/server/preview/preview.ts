import 'server-only';
import { hasLocale } from 'next-intl';
import type { z } from 'zod';
import type { previewLink, previewPage } from '@/lib/api/schemas/config';
import { getPathname } from '@/lib/i18n/navigation';
import { langKeyByLocale, routing, withoutLocale } from '@/lib/i18n/routing';
import { endPreview, isSame, startPreview } from '@/lib/preview/preview-mode';
import { knownPaths, routes } from '@/lib/routes';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';

const isPage = (path: string) => knownPaths.includes(path) || path === routes.notFound;

/**
 * Returns the URL of a page of this site with an explicit language, which overrides a stored one. Defaults to the home
 * page and the default locale.
 * @throws ApiError 400 for an unknown path or locale.
 */
export function pageUrl(path: string, locale: string, search = ''): string {
  const href = path || routes.home;
  const language = locale || routing.defaultLocale;
  if (!hasLocale(routing.locales, language) || !isPage(href)) throw new ApiError(400, 'invalid');
  const query = new URLSearchParams(search);
  query.set('lang', langKeyByLocale[language]);
  return `${getPathname({ href, locale: language })}?${query}`;
}

/**
 * Returns the URL, in `locale`, of the page that a request comes from, or of the home page if the request's page is
 * unknown.
 * @throws ApiError 400 for an unknown locale.
 */
export function referrerUrl(request: Request, locale: string): string {
  const referrer = request.headers.get('referer') ?? '';
  const { pathname, search } = URL.canParse(referrer) ? new URL(referrer) : { pathname: '', search: '' };
  const path = withoutLocale(pathname);
  return isPage(path) ? pageUrl(path, locale, search) : pageUrl(routes.home, locale);
}

/** Returns the preview secret. @throws ApiError 404 if previews are disabled. */
function previewSecret(): string {
  const { PREVIEW_SECRET } = serverEnv();
  if (PREVIEW_SECRET === undefined) throw new ApiError(404, 'noSuchCall');
  return PREVIEW_SECRET;
}

/**
 * Starts a preview if the caller has the secret, and returns the URL of the first page.
 * @throws ApiError 400 for an unknown page, 403 for a wrong secret, 404 if previews are disabled.
 */
export async function openPreview({ input }: { input: z.output<typeof previewLink> }): Promise<string> {
  const expected = previewSecret();
  if (!isSame(input.secret, expected)) throw new ApiError(403, 'previewRefused');
  const address = pageUrl(input.path, input.locale);
  await startPreview(expected);
  return address;
}

type PageCall = { input: z.output<typeof previewPage>; request: Request };

/**
 * Returns the URL of the current page in another language.
 * @throws ApiError 400 for an unknown language, 404 if previews are disabled.
 */
export async function changeLanguage({ input, request }: PageCall): Promise<string> {
  previewSecret();
  return referrerUrl(request, input.locale);
}

/** Ends a preview and returns the URL of the current page. @throws the same errors as `changeLanguage`. */
export async function leavePreview({ input, request }: PageCall): Promise<string> {
  previewSecret();
  const address = referrerUrl(request, input.locale);
  await endPreview();
  return address;
}
