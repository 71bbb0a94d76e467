/** What the policies of all pages of an installation have in common. */
export interface PolicySettings {
  /** Origins that a page may call besides its own: the chains' RPC endpoints. */
  connect: readonly string[];
  /** Origins that may show the site in a frame, besides its own. */
  frameAncestors: readonly string[];
  /** Whether WalletConnect is offered: its modal stands on wallet pages alone. */
  walletConnect: boolean;
}

interface PolicySources extends PolicySettings {
  /** CSP source expressions for scripts besides this origin: hashes, or a nonce. */
  scripts: readonly string[];
  /** Whether web3modal may stand on the page: it writes styles into it and calls WalletConnect's hosts. */
  walletConnect: boolean;
}

const HOSTS = ['walletconnect.com', 'walletconnect.org', 'web3modal.com', 'web3modal.org'];
const walletConnectHosts = (...schemes: string[]) =>
  HOSTS.flatMap((host) => schemes.map((scheme) => `${scheme}://*.${host}`));

/** The Content-Security-Policy of a page, level 3. No inline script runs but those listed. */
export function contentPolicy({ scripts, connect, frameAncestors, walletConnect }: PolicySources): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...(walletConnect ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'blob:', ...(walletConnect ? walletConnectHosts('https') : [])],
    'connect-src': ["'self'", ...connect, ...(walletConnect ? walletConnectHosts('https', 'wss') : [])],
    'frame-src': walletConnect ? walletConnectHosts('https') : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'", ...frameAncestors],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ');
}
