import 'server-only';
import { createHash } from 'node:crypto';
import { serverEnv } from '@/lib/settings/env';
import { ISSUER_VERSION } from '../../issuer/stripe/api-version';
import { FRAME_SCRIPT, FRAME_STYLE } from './frame-script';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const SCRIPT_HASH = hashOf(FRAME_SCRIPT);
const STYLE_HASH = hashOf(FRAME_STYLE);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Returns the policy of the page: it runs its own script and the issuer's, connects to and frames the issuer only, and can
 * be framed by the site only.
 */
function policyOf(issuer: readonly string[], ancestors: readonly string[]): string {
  const list = issuer.join(' ');
  return [
    "default-src 'none'",
    `script-src ${SCRIPT_HASH} ${list}`,
    `style-src ${STYLE_HASH}`,
    `frame-src ${list}`,
    `connect-src ${list}`,
    `img-src ${list}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

/** The page's document and headers. */
type FramePage = { html: string; headers: Readonly<Record<string, string>> };

/**
 * Returns the page that shows card numbers, for a request to a host, or null on any other host than its own and if it isn't
 * configured. It holds no session: the site's cookies are of another host.
 */
export function framePage(host: string | null): FramePage | null {
  const { CARD_FRAME_ORIGIN: own, CARD_SCRIPT_URL: script, CARD_SCRIPT_KEY: key, ORIGINS } = serverEnv();
  if (!own || !script || host === null || host !== new URL(own).host) return null;
  const ancestors = ORIGINS.filter((origin) => origin !== own);
  const { origin, host: issuerHost } = new URL(script);
  // Stripe's script talks to its API and opens frames of its other hosts.
  const issuer = issuerHost === 'js.stripe.com' ? [origin, 'https://*.stripe.com'] : [origin];
  const data = { origins: ancestors.join(' '), script, key: key ?? '', version: ISSUER_VERSION };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Card</title>
<style>${FRAME_STYLE}</style>
<body ${attributes.join(' ')}>
<div id="card"></div>
<script>${FRAME_SCRIPT}</script>
</body>
</html>
`;
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(issuer, ancestors),
      'Permissions-Policy': `camera=(), clipboard-write=(self ${issuer
        .filter((one) => !one.includes('*'))
        .map((one) => `"${one}"`)
        .join(' ')}), geolocation=(), microphone=(), payment=()`,
      'X-Robots-Tag': 'noindex, nofollow',
    },
  };
}
