import { type NextRequest, NextResponse } from 'next/server';
import { routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { VISIT_PARAMETERS } from '@/lib/visit-parameters';

/**
 * Root redirect, unknown paths (what sets the visit goes along), and the status of the not-found page. The matcher leaves every known page, asset and
 * API path alone: a static page that passes through here loses two thirds of its throughput. Next wants the matcher
 * as a literal, so a test holds it against lib/routes.ts.
 */
export const config = {
  matcher: [
    '/((?!(?:(?:zh-Hant/)?(?:home|download|contact|about|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/transaction)?)$)|api(?:/|$)|_next/|coins/|images/|icons/|robots\\.txt$|sitemap\\.xml$|favicon\\.ico$|icon\\.svg$|(?:zh-Hant/)?manifest\\.webmanifest$|\\.well-known/).*)',
  ],
};

export function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  const locale = routing.locales.find((l) => pathname === `/${l}` || pathname.startsWith(`/${l}/`));
  const prefix = locale && locale !== routing.defaultLocale ? `/${locale}` : '';
  const rest = locale ? pathname.slice(locale.length + 1) || routes.index : pathname;
  const url = new URL(request.url);

  if (rest === routes.index) {
    url.pathname = prefix + routes.home;
    return NextResponse.redirect(url);
  }
  if (rest === routes.notFound) {
    url.pathname = `/${locale ?? routing.defaultLocale}${routes.notFound}`;
    return NextResponse.rewrite(url, { status: 404 });
  }
  url.pathname = prefix + routes.notFound;
  const { searchParams } = new URL(url);
  url.search = '';
  for (const name of VISIT_PARAMETERS)
    for (const value of searchParams.getAll(name)) url.searchParams.append(name, value);
  return NextResponse.redirect(url);
}
