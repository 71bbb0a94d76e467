import { type BrowserWallet, isProvider } from './browser-wallet';

/** Maximum length of an icon's data URI, in characters. */
const MAX_CHARACTERS = 128 * 1024;

const DATA_URI = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)((?:;[^;,]*)*),/i;

/** Elements that repeat other content. If they are nested, a few lines can take minutes to render. */
const MULTIPLIERS = /<(?:\w+:)?(?:use|pattern|mask|marker|feImage)\b/gi;
const MAX_MULTIPLIERS = 16;

/**
 * Content that an icon does not need: scripts and event handlers, embedded documents,
 * entities, external references, and escapes that could hide one of these.
 * No part may take time quadratic in the icon's length: two runs of spaces are never adjacent, and a search for a later
 * character stops at the next start.
 */
const UNSAFE_SVG = new RegExp(
  [
    '\\0',
    '<!ENTITY',
    '<!DOCTYPE(?:(?!<!DOCTYPE)[^>])*\\[',
    '<\\?(?!xml\\s)',
    '<(?:\\w+:)?(?:script|foreignObject|iframe|object|embed|audio|video|link|handler)\\b',
    '[\\s"\'/]on\\w+\\s*=',
    '(?:href|src)\\s*=(?!\\s*(?:["\']\\s*)?(?:#|data:image/(?:png|jpe?g|gif|webp)[;,]))',
    '@import',
    'url\\((?!\\s*(?:["\']\\s*)?#)',
    'javascript:',
    '&#',
    '\\\\[0-9a-f]',
  ].join('|'),
  'i',
);

/**
 * Decodes a data URI's body into a binary string (one character per byte).
 * @throws DOMException if its base64 is invalid.
 */
function decode(body: string, parameters: string): string {
  const bytes = body.replace(/%[0-9a-f]{2}/gi, (hex) =>
    String.fromCharCode(Number.parseInt(hex.slice(1), 16)),
  );
  return /;base64$/i.test(parameters) ? atob(bytes) : bytes;
}

/**
 * Returns the icon of an announced wallet if it is a data URI of at most 128 KiB that contains a raster image or a safe
 * SVG. Otherwise returns null. An unsafe SVG is rejected, not sanitized. Browsers don't run scripts or load files in an
 * SVG image, but this check doesn't rely on that.
 * @throws DOMException if an SVG is not valid base64.
 */
export function readIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_CHARACTERS) return null;
  const uri = icon.trim();
  const [head, kind = '', parameters = ''] = DATA_URI.exec(uri) ?? [];
  if (head === undefined) return null;
  if (kind.toLowerCase() !== 'svg+xml') return uri;
  const svg = decode(uri.slice(head.length), parameters);
  const isSafe = !UNSAFE_SVG.test(svg) && (svg.match(MULTIPLIERS)?.length ?? 0) <= MAX_MULTIPLIERS;
  return isSafe ? uri : null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A domain name with at least two labels (RFC 1034). */
export const RDNS = /^(?=.{3,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/i;
/** Invisible characters: control, bidirectional, zero-width, and others. */
const UNSEEN = /(?![\t\n\r])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More combining marks than any language uses on one letter. They would overlap adjacent rows. */
const PILED = /\p{M}{5,}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const MAX_NAME = 64;

/** Returns the name without invisible characters, or null if the result isn't 1 to 64 characters long. */
function readName(name: unknown): string | null {
  // Reject long names before processing them, because an announced name can have any length.
  if (typeof name !== 'string' || name.length > 1024) return null;
  const visible = name.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  if (!VISIBLE.test(visible) || PILED.test(visible) || [...visible].length > MAX_NAME) return null;
  return visible;
}

/** Returns the icon, or null if the icon can't be read. A bad icon doesn't exclude the wallet. */
function readIconOrNone(icon: unknown): string | null {
  try {
    return readIcon(icon);
  } catch {
    return null;
  }
}

/**
 * Returns a copy of the wallet in an `eip6963:announceProvider` event, or null if it is invalid (EIP-6963). Reads
 * every field once, because a getter or a proxy can return a different value on the next read. Never throws.
 */
export function readAnnouncement(event: Event): BrowserWallet | null {
  try {
    const { info, provider } = (event as CustomEvent).detail;
    const { uuid, name: announcedName, rdns, icon } = info;
    const name = readName(announcedName);
    if (typeof uuid !== 'string' || !UUID.test(uuid)) return null;
    if (typeof rdns !== 'string' || !RDNS.test(rdns)) return null;
    if (name === null || !isProvider(provider)) return null;
    const id = rdns.toLowerCase();
    return Object.freeze({ id, name, rdns: id, icon: readIconOrNone(icon), provider });
  } catch {
    // A property is missing, or a getter threw.
    return null;
  }
}
