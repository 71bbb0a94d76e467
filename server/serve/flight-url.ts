import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Query parameter in which Next's client sends a hash of the headers that select the flight data. */
const PARAMETER = '_rsc';

/**
 * Returns the hash that Next's client sends with these headers, which is empty if none of them is set. Next's own
 * function is internal and asynchronous. A test compares the two.
 */
function hashOf(headers: IncomingMessage['headers']): string {
  const values = [
    headers['next-router-prefetch'],
    headers['next-router-segment-prefetch'],
    headers['next-router-state-tree'],
    headers['next-url'],
  ];
  const [prefetch, ...others] = values;
  if ((prefetch ?? '0') === '0' && others.every((value) => value === undefined)) return '';
  const input = values.map((value) => value ?? '0').join(',');
  return createHash('sha256').update(input).digest().subarray(0, 12).toString('base64url');
}

/**
 * Returns whether a URL can have only one response: a page if it has no hash, or flight data with the hash of the
 * request's headers. A shared cache that ignores `Vary` must not keep any other response, or a visitor could fill it
 * with flight data in place of a page.
 */
export function isOnlyResponse({ url = '', headers }: IncomingMessage): boolean {
  const query = url.split('?')[1] ?? '';
  if (headers.rsc === undefined) return !query.includes(PARAMETER);
  return new URLSearchParams(query).get(PARAMETER) === hashOf(headers);
}
