/** The browser asks the chains' nodes itself; those of local chains are on loopback. */
const NODES = 'https: wss: http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* ws://localhost:*';

/**
 * Content-Security-Policy (CSP level 3) of a page that is rendered for one request: its inline scripts carry `nonce`.
 * Wallet pages allow inline styles, which WalletConnect's dialog needs, and its pictures.
 */
export function noncePolicy({ nonce, wallet }: { nonce: string; wallet: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    wallet ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${wallet ? ' https:' : ''}`,
    `connect-src 'self' ${NODES}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
