import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { baseHeaders } from '@/lib/http/base-headers';

/** Headers that this server sets for the body that it sends. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** Headers that are added to those that are set already. For any other header, the value that is already set stays. */
const ADDED = new Set(['set-cookie', 'www-authenticate']);
/** Minimum size in bytes for compression. */
export const LEAST_COMPRESSED = 1_024;
const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript)\b/;

/** Names and values of headers in turn, as Node sends them. */
export type Head = readonly string[];
type Base = { head: Head; names: ReadonlySet<string> };

/** The base headers of API paths, which take longer to make than to find. */
const bases = new LRUCache<string, Base>({ max: 1_000 });

/** Returns the headers of every response for a path. */
export function baseOf(path: string): Base {
  const known = bases.get(path);
  if (known) return known;
  const entries = Object.entries(baseHeaders(path));
  const base = { head: entries.flat(), names: new Set(entries.map(([name]) => name.toLowerCase())) };
  bases.set(path, base);
  return base;
}

/** Returns a response's headers after the base headers, which no route may replace. */
export function headOf({ head, names }: Base, headers: Readonly<Record<string, string>>): string[] {
  const whole = [...head];
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!FRAMING.has(key) && !names.has(key)) whole.push(name, value);
  }
  return whole;
}

/** Sets the headers of every response for a path that aren't set. */
export function setBase(path: string, response: ServerResponse): void {
  if (response.headersSent) return;
  for (const [name, value] of Object.entries(baseHeaders(path)))
    if (!response.hasHeader(name)) response.setHeader(name, value);
}

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

/** Returns whether a body may be compressed (RFC 9110, section 7.7). */
export const mayCompress = (
  type: string | null | undefined,
  cacheControl: string | null | undefined,
): boolean => COMPRESSIBLE.test(type ?? '') && !cacheControl?.includes('no-transform');

/** Adds to a `Vary` header that the encodings of a response differ. It's one line, because nginx reads only one of several. */
export const variesByEncoding = (vary: string | null | undefined): string =>
  vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
