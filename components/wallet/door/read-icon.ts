/** In characters of the data URI. */
const LONGEST = 128 * 1024;

const DATA_URI = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)((?:;[^;,]*)*),/i;

/** Elements whose references multiply what is drawn; nested deeply enough, a few lines draw for minutes. */
const MULTIPLIERS = /<(?:\w+:)?(?:use|pattern|mask|marker|feImage)\b/gi;
const MOST_MULTIPLIERS = 16;

/**
 * What an icon has no need of: scripts and their handlers, embedded documents, entities, references that leave the
 * file, and escapes that could hide one of these from this expression.
 */
const UNSAFE_SVG = new RegExp(
  [
    '\\0',
    '<!ENTITY',
    '<!DOCTYPE[^>]*\\[',
    '<\\?(?!xml\\s)',
    '<(?:\\w+:)?(?:script|foreignObject|iframe|object|embed|audio|video|link|handler)\\b',
    '[\\s"\'/]on\\w+\\s*=',
    '(?:href|src)\\s*=(?!\\s*["\']?\\s*(?:#|data:image/(?:png|jpe?g|gif|webp)[;,]))',
    '@import',
    'url\\((?!\\s*["\']?\\s*#)',
    'javascript:',
    '&#',
    '\\\\[0-9a-f]',
  ].join('|'),
  'i',
);

/** Returns the bytes after the comma of a data URI, one character each. @throws DOMException for invalid base64. */
function decode(body: string, parameters: string): string {
  const bytes = body.replace(/%[0-9a-f]{2}/gi, (hex) =>
    String.fromCharCode(Number.parseInt(hex.slice(1), 16)),
  );
  return /;base64$/i.test(parameters) ? atob(bytes) : bytes;
}

/**
 * Returns the icon of an announced wallet if it is a data URI of a raster image, or of an SVG that is safe to draw as an
 * image, and at most 128 KiB long; otherwise null. An unsafe SVG is refused, not repaired. Browsers neither run scripts
 * nor load files for an SVG that is drawn as an image; this check does not rely on that.
 * @throws DOMException if an SVG is not valid base64.
 */
export function readIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > LONGEST) return null;
  const uri = icon.trim();
  const [head, kind = '', parameters = ''] = DATA_URI.exec(uri) ?? [];
  if (head === undefined) return null;
  if (kind.toLowerCase() !== 'svg+xml') return uri;
  const svg = decode(uri.slice(head.length), parameters);
  const isSafe = !UNSAFE_SVG.test(svg) && (svg.match(MULTIPLIERS)?.length ?? 0) <= MOST_MULTIPLIERS;
  return isSafe ? uri : null;
}
