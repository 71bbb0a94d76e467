import type { ServerResponse } from 'node:http';

/** Headers that this server sets for the body that it sends. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** Headers that are added to those that are set already. For any other header, the value that is already set stays. */
const ADDED = new Set(['set-cookie', 'www-authenticate']);
/** Minimum size in bytes for compression. */
export const LEAST_COMPRESSED = 1_024;
const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript)\b/;

/** Sets a response's status and headers. Headers that are set already stay, such as the security headers. */
export function setHead(
  status: number,
  headers: Iterable<readonly [name: string, value: string]>,
  response: ServerResponse,
): void {
  response.statusCode = status;
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (FRAMING.has(key)) continue;
    if (!response.hasHeader(key)) response.setHeader(name, value);
    else if (ADDED.has(key)) response.appendHeader(name, value);
  }
}

/** Returns whether a body may be compressed (RFC 9110, section 7.7), and notes in `Vary` that its encodings differ. */
export function mayCompress(
  type: string | null | undefined,
  cacheControl: string | null | undefined,
  response: ServerResponse,
): boolean {
  if (!COMPRESSIBLE.test(type ?? '') || cacheControl?.includes('no-transform')) return false;
  // A single line, because nginx reads only one of several.
  const others = response.getHeader('Vary');
  response.setHeader('Vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`);
  return true;
}
