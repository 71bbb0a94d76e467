import { LOOPBACK_NODES } from '@/lib/evm/node-url';

/** Content-Security-Policy sources shared by all pages. */
export interface PolicySettings {
  /** Sources that a page may connect to: RPC endpoints, also those that users may choose, and the API's named hosts. */
  connect: readonly string[];
  /** Origins that may embed the site. */
  frameAncestors: readonly string[];
  /** Origins that the DApps page may frame. */
  frames: readonly string[];
  /** Origin of the page that shows card numbers, which the card page frames, if there is one. */
  cardFrame?: string | undefined;
  /** Whether a wallet page can show WalletConnect's modal, which sets inline styles and calls external hosts. */
  walletConnect: boolean;
}

interface PolicySources extends PolicySettings {
  /** CSP source expressions for scripts, in addition to this origin: hashes or a nonce. */
  scripts: readonly string[];
}

/** Violation report endpoint. The Reporting-Endpoints header defines the group for `report-to` (Reporting API). */
const REPORT_PATH = '/api/csp-report';
const REPORT_GROUP = 'policy';
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${REPORT_PATH}"`;

/** Name of the Trusted Types policy for articles, which the server has sanitized. */
export const ARTICLES_POLICY = 'articles';
/** Name of the Trusted Types policy of the inline script that loads a page's scripts. */
export const LOADER_POLICY = 'loader';

const HOSTS = ['walletconnect.com', 'walletconnect.org', 'web3modal.com', 'web3modal.org'];
const walletConnectHosts = (...schemes: string[]) =>
  HOSTS.flatMap((host) => schemes.map((scheme) => `${scheme}://*.${host}`));

/** Returns the origins of external URLs that pages request. Paths are skipped, because they belong to this site. */
export const connectSources = (
  rpcUrls: readonly string[],
  apiHosts: Readonly<Partial<Record<string, string>>>,
): string[] =>
  [...rpcUrls, ...Object.values(apiHosts)].flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  );

/**
 * Returns the sources of the RPC endpoints that users may choose (`RPC_ORIGINS`). Browsers treat a source with `http` as one
 * with `https`, too, and a policy can't name `[::1]`.
 */
export const nodeSources = (origins: readonly string[]): string[] =>
  origins.flatMap((origin) =>
    origin === LOOPBACK_NODES ? ['http://127.0.0.1:*', 'http://localhost:*'] : [origin],
  );

/** Returns a page's Content-Security-Policy (level 3). Inline scripts run only if `scripts` has their hash or nonce. */
export function contentPolicy({
  scripts,
  connect,
  frameAncestors,
  frames,
  walletConnect,
}: PolicySources): string {
  const frameSources = [...(walletConnect ? walletConnectHosts('https') : []), ...frames];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...(walletConnect ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'blob:', ...(walletConnect ? walletConnectHosts('https') : [])],
    'connect-src': ["'self'", ...connect, ...(walletConnect ? walletConnectHosts('https', 'wss') : [])],
    'frame-src': frameSources.length > 0 ? frameSources : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'", ...frameAncestors],
    // WalletConnect's modal creates its elements with Lit.
    'trusted-types': ['default', LOADER_POLICY, ARTICLES_POLICY, ...(walletConnect ? ['lit-html'] : [])],
    'require-trusted-types-for': ["'script'"],
    'report-uri': [REPORT_PATH],
    'report-to': [REPORT_GROUP],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ');
}
