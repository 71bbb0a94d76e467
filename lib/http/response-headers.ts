import { prefixedLocales } from '@/lib/i18n/locales.mjs';
import { contentPolicy, type PolicySettings, REPORTING_ENDPOINTS } from './content-policy';

/** Headers of every response. Wallet pages, public files, and the frame of card numbers change some of them. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Permissions-Policy': 'camera=(), clipboard-write=(self), geolocation=(), microphone=(), payment=()',
};

/**
 * Kinds of file responses: a page's HTML, its flight data (React's format for client-side navigation), files with a
 * content hash in their name, and other files.
 */
export type FileKind = 'page' | 'flight' | 'hashed' | 'file';

/** Policy for all responses other than pages. Strict, because an SVG opened directly could run scripts. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Policy for bytes that a user chose, such as pictures. A browser that opens them as a document runs nothing in them. */
export const INERT_POLICY = `${NO_PAGE_POLICY}; sandbox`;

const INERT_PATH = /^\/api\/(?:nft\/media|messages\/image)$/;

/** Returns the policy for the response other than a page at a path. */
export const noPagePolicy = (path: string): string => (INERT_PATH.test(path) ? INERT_POLICY : NO_PAGE_POLICY);

/** Request headers that distinguish a page from its flight data, because both have the same URL. */
const FLIGHT_HEADERS = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch';
/** Caching of what browsers and shared caches may keep, but must revalidate on every use. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';
const DAY_SECONDS = 86_400;

/**
 * Returns the caching headers for a public response. A CDN may serve an outdated response for `staleSeconds` while it
 * revalidates. This is set in `CDN-Cache-Control` (RFC 9213), because browsers would also apply it if it were in
 * `Cache-Control`.
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
 * Returns the caching headers for a kind of response. Browsers revalidate pages on every use, so that a deployment or
 * correction takes effect immediately. Shared caches keep pages for `sharedSeconds`, which limits how long they serve
 * an old page if a purge fails.
 */
export function cachingHeaders(kind: FileKind, sharedSeconds: number): Record<string, string> {
  if (kind === 'hashed') return { 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (kind === 'file' || sharedSeconds === 0) return { 'Cache-Control': REVALIDATED };
  return sharedCaching({ browserSeconds: 0, sharedSeconds, staleSeconds: DAY_SECONDS });
}

/** Returns the `Vary` header for a kind of response. */
export const varyOf = (kind: FileKind): string =>
  kind === 'page' || kind === 'flight' ? `${FLIGHT_HEADERS}, Accept-Encoding` : 'Accept-Encoding';

/** Matches pictures, the DApps' script, and documents for wallets and other tools, which pages on other origins may load. */
const PUBLIC_PATH =
  /^\/(?:(?:avatars|coins|icons|images)\/|(?:icon\.svg|favicon\.ico|dapp-provider\.js)$|api\/(?:tokenlist\.json|openapi\.json)$|api\/erc7730\/)/;

/** Returns whether pages on other origins may load the file at a path (`Cross-Origin-Resource-Policy`). */
export const isPublicPath = (path: string): boolean => PUBLIC_PATH.test(path);

const PERMISSIONS = 'Permissions-Policy';
const WALLET_PATH = new RegExp(`^/(?:(?:${prefixedLocales()})/)?wallet(?:/|$)`);

/** Returns whether a path, with or without a locale prefix, belongs to a wallet page. */
export const isWalletPath = (path: string): boolean => WALLET_PATH.test(path);

const DAPPS_PATH = new RegExp(`^/(?:(?:${prefixedLocales()})/)?wallet/dapps$`);
const CARD_PATH = new RegExp(`^/(?:(?:${prefixedLocales()})/)?wallet/card$`);
const CALL_PATH = new RegExp(`^/(?:(?:${prefixedLocales()})/)?wallet/messages(?:/|$)`);

/**
 * Returns the `Permissions-Policy` for a path, given that of public pages. Wallet pages may use the camera, to scan
 * payment requests, and the messages page may use the microphone, for calls.
 */
export function permissionsPolicy(path: string, publicPolicy: string): string {
  if (!isWalletPath(path)) return publicPolicy;
  const policy = publicPolicy.replace('camera=()', 'camera=(self)');
  return CALL_PATH.test(path) ? policy.replace('microphone=()', 'microphone=(self)') : policy;
}

/** Returns the permissions of the card page: the frame may write to the clipboard, too. */
const cardPermissions = (path: string, frame: string): Record<string, string> => ({
  [PERMISSIONS]: permissionsPolicy(path, SECURITY_HEADERS[PERMISSIONS]).replace(
    'clipboard-write=(self)',
    `clipboard-write=(self "${frame}")`,
  ),
});

/**
 * Returns a page's policy headers. `scripts` are hashes or a nonce for its inline scripts. Only wallet pages may show
 * WalletConnect's modal, only the DApps page may frame the listed DApps, and only the card page may frame the page that shows
 * card numbers, which may copy them.
 */
export function pagePolicyHeaders(
  path: string,
  scripts: readonly string[],
  settings: PolicySettings,
): Record<string, string> {
  const walletConnect = settings.walletConnect && isWalletPath(path);
  const card = CARD_PATH.test(path) ? settings.cardFrame : undefined;
  const frames = DAPPS_PATH.test(path) ? settings.frames : card ? [card] : [];
  return {
    ...(card ? cardPermissions(path, card) : {}),
    'Content-Security-Policy': contentPolicy({ ...settings, frames, walletConnect, scripts }),
    'Reporting-Endpoints': REPORTING_ENDPOINTS,
  };
}
