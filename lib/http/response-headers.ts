import { prefixedLocales } from '@/lib/i18n/locales.mjs';
import { contentPolicy, type PolicySettings, REPORTING_ENDPOINTS } from './content-policy';

/**
 * Kinds of responses that are files: a page's HTML, its flight data (React's format of client-side navigation), files
 * whose name contains a hash of their content, and other files.
 */
export type FileKind = 'page' | 'flight' | 'hashed' | 'file';

/** API responses and files that are not pages may do nothing in a browser; an SVG opened directly is a document too. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A page and its flight data share a URL and are distinguished by these request headers. */
const FLIGHT_HEADERS = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch';
const DAY_SECONDS = 86_400;

/**
 * Returns the caching headers of a public response. A CDN may serve it for `staleSeconds` while it revalidates in the
 * background (`CDN-Cache-Control`, RFC 9213); in `Cache-Control`, browsers would do so too.
 */
export const sharedCaching = ({
  browserSeconds,
  sharedSeconds,
  staleSeconds,
}: Record<'browserSeconds' | 'sharedSeconds' | 'staleSeconds', number>): Record<string, string> => ({
  'Cache-Control': `public, max-age=${browserSeconds}${browserSeconds === 0 ? ', must-revalidate' : ''}, s-maxage=${sharedSeconds}`,
  'CDN-Cache-Control': `public, max-age=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`,
});

/**
 * Returns the caching headers of a kind. Browsers revalidate pages on every use, so that a deploy or a correction takes
 * effect at once. Shared caches keep them for `sharedSeconds`, which bounds how long a missed purge lasts.
 */
export function cachingHeaders(kind: FileKind, sharedSeconds: number): Record<string, string> {
  if (kind === 'hashed') return { 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (kind === 'file') return { 'Cache-Control': 'public, max-age=0' };
  if (sharedSeconds === 0) return { 'Cache-Control': 'public, max-age=0, must-revalidate' };
  return sharedCaching({ browserSeconds: 0, sharedSeconds, staleSeconds: DAY_SECONDS });
}

/** Returns what a response of a kind varies by. */
export const varyOf = (kind: FileKind): string =>
  kind === 'page' || kind === 'flight' ? `${FLIGHT_HEADERS}, Accept-Encoding` : 'Accept-Encoding';

const WALLET_PATH = new RegExp(`^/(?:(?:${prefixedLocales})/)?wallet(?:/|$)`);

/** Returns whether a path, with or without locale prefix, is a wallet page's. */
export const isWalletPath = (path: string): boolean => WALLET_PATH.test(path);

/**
 * Returns the policy headers of a page by the hashes of its inline scripts. Only wallet pages may show WalletConnect's
 * modal.
 */
export function pagePolicyHeaders(
  path: string,
  scripts: readonly string[],
  settings: PolicySettings,
): Record<string, string> {
  const walletConnect = settings.walletConnect && isWalletPath(path);
  return {
    'Content-Security-Policy': contentPolicy({ ...settings, walletConnect, scripts }),
    'Reporting-Endpoints': REPORTING_ENDPOINTS,
  };
}
