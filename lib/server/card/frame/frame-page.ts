import 'server-only';
import { createHash } from 'node:crypto';
import { serverEnv } from '@/lib/settings/env';
import { ISSUER_VERSION } from '../../issuer/stripe/api-version';
import { FRAME_SCRIPT } from './frame-script';
import { FRAME_STYLE } from './frame-style';
import { PIN_SCRIPT } from './pin-script';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const STYLE_HASH = hashOf(FRAME_STYLE);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A page's document and headers. */
type FramePage = { html: string; headers: Readonly<Record<string, string>> };

type PageParts = {
  script: string;
  /** Attributes for the script. The site's origins are added. */
  data: Readonly<Record<string, string>>;
  /** Sources of the policy besides the page's own script, style, and ancestors. */
  sources: readonly string[];
  /** Origins that may write to the clipboard, besides the page. Null: neither may the page. */
  clipboard: readonly string[] | null;
};

/** Returns a page that runs its own script and can be framed by `ancestors` only. */
function pageOf({ script, data, sources, clipboard }: PageParts, ancestors: readonly string[]): FramePage {
  const attributes = Object.entries({ ...data, origins: ancestors.join(' ') }).map(
    ([name, value]) => `data-${name}="${escaped(value)}"`,
  );
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card</title>
<meta name="robots" content="noindex">
<style>${FRAME_STYLE}</style>
<body ${attributes.join(' ')}>
<div id="card"></div>
<script>${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ];
  const writers = clipboard === null ? '' : ['self', ...clipboard.map((origin) => `"${origin}"`)].join(' ');
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Permissions-Policy': `camera=(), clipboard-write=(${writers}), geolocation=(), microphone=(), payment=()`,
      'X-Robots-Tag': 'noindex, nofollow',
    },
  };
}

/**
 * Returns the origins that may frame the pages, or null on any other host than that of the frame. The pages hold no session: the
 * site's cookies are of another host.
 */
function ancestorsFor(host: string | null): string[] | null {
  const { CARD_FRAME_ORIGIN: own, ORIGINS } = serverEnv();
  return own && host === new URL(own).host ? ORIGINS.filter((origin) => origin !== own) : null;
}

/** Returns the page that shows card numbers, for a request to a host, or null if it isn't there. */
export function framePage(host: string | null): FramePage | null {
  const { CARD_SCRIPT_URL: script, CARD_SCRIPT_KEY: key } = serverEnv();
  const ancestors = ancestorsFor(host);
  if (!ancestors || !script) return null;
  const { origin, host: issuerHost } = new URL(script);
  // Stripe's script talks to its API and opens frames of its other hosts.
  const issuer = issuerHost === 'js.stripe.com' ? [origin, 'https://*.stripe.com'] : [origin];
  const list = issuer.join(' ');
  const sources = [
    `script-src ${hashOf(FRAME_SCRIPT)} ${list}`,
    ...['frame-src', 'connect-src', 'img-src'].map((directive) => `${directive} ${list}`),
  ];
  const data = { script, key: key ?? '', version: ISSUER_VERSION };
  return pageOf({ script: FRAME_SCRIPT, data, sources, clipboard: [origin] }, ancestors);
}

/** Returns the page that encrypts new PINs, for a request to a host, or null if it isn't there. It reads the key, and nothing else. */
export function pinPage(host: string | null): FramePage | null {
  const { CARD_PIN_KEY_URL: key } = serverEnv();
  const ancestors = ancestorsFor(host);
  if (!ancestors || !key) return null;
  const sources = [`script-src ${hashOf(PIN_SCRIPT)}`, `connect-src ${new URL(key).origin}`];
  return pageOf({ script: PIN_SCRIPT, data: { key }, sources, clipboard: null }, ancestors);
}
