import { draftMode } from 'next/headers';
import { type NextRequest, NextResponse } from 'next/server';
import { BAD_REQUEST_PATH, DRAFT_MODE_COOKIE, NONCE_HEADER } from '@/lib/constants';
import { notFoundAddress } from '@/lib/http/not-found-address';
import { pagePolicyHeaders } from '@/lib/http/response-headers';
import { routing } from '@/lib/i18n/routing';
import { knownPaths, routes } from '@/lib/routes';
import { policySettings } from '@/lib/settings/process-env';

/**
 * Handles unsupported methods and invalid requests (sent here by lib/server/http/connections.ts), the root redirect, unknown paths (keeping
 * the visit parameters, such as lang and theme), the not-found page's status, and preview headers. The first matcher
 * skips all known pages, assets, and API paths, because running the middleware would cost a static page two thirds of
 * its throughput. The second adds the known pages for requests with Next's draft mode cookie. Next requires literal
 * matchers, so a test compares them with lib/routes.ts.
 */
export const config = {
  matcher: [
    '/((?!(?:(?:zh-Hant/)?(?:home|download|contact|about|help|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/(?:transaction|coins|swap|earn|stake|presale|pledge|portfolio|activity|unlocks|pay|nfts|approvals|recovery|fees|dapps|messages|card|settings))?)$)|api(?:/|$)|_next/|avatars/|coins/|images/|icons/|robots\\.txt$|sitemap\\.xml$|favicon\\.ico$|icon\\.svg$|dapp-provider\\.js$|(?:zh-Hant/)?manifest\\.webmanifest$|\\.well-known/).*)',
    {
      source:
        '/((?:zh-Hant/)?(?:home|download|contact|about|help|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/(?:transaction|coins|swap|earn|stake|presale|pledge|portfolio|activity|unlocks|pay|nfts|approvals|recovery|fees|dapps|messages|card|settings))?))',
      has: [{ type: 'cookie', key: '__prerender_bypass' }],
    },
  ],
} as const;

/**
 * Returns the headers for a page rendered in draft mode: a policy with a nonce, which is also passed to the render, and
 * no caching or indexing. Returns no headers for a forged cookie, because the response is then the static page, which
 * already has a policy.
 */
async function draftHeaders(request: NextRequest, path: string) {
  if (!request.cookies.has(DRAFT_MODE_COOKIE) || !(await draftMode()).isEnabled) return {};
  // 128 random bits, which CSP recommends. A UUID has only 122.
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const settings = policySettings();
  const policy = settings && pagePolicyHeaders(path, [`'nonce-${nonce}'`], settings);
  const inner = new Headers(request.headers);
  const outer = new Headers({
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
  inner.set(NONCE_HEADER, nonce);
  for (const [name, value] of Object.entries(policy ?? {})) {
    // Next reads the nonce for its inline scripts from the policy in the request headers.
    inner.set(name, value);
    outer.set(name, value);
  }
  return { request: { headers: inner }, headers: outer };
}

export async function middleware(request: NextRequest) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
  const { pathname } = request.nextUrl;
  if (pathname === BAD_REQUEST_PATH) return new NextResponse(null, { status: 400 });
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
    return NextResponse.rewrite(url, { status: 404, ...(await draftHeaders(request, rest)) });
  }
  if (knownPaths.includes(rest)) return NextResponse.next(await draftHeaders(request, rest));
  return NextResponse.redirect(new URL(notFoundAddress(url, prefix), url));
}
