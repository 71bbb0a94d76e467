import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';
import securityHeaders from '@/lib/http/security-headers.json';
import { serverEnv } from '@/lib/settings/env';
import { isFromTrustedProxy } from '../http/client';
import { peerHeader } from '../http/connections';

/** Hop-by-hop headers (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers that aren't forwarded. Cookies stay on this site, because calls send their token in Authorization. */
const KEPT_HERE = ['accept-encoding', 'content-length', 'cookie', 'expect', 'host'];

/**
 * Headers that only proxies should set, but any client could forge. Frameworks derive the client's address,
 * redirects, routes, and methods from them. Some also treat an underscore as a hyphen. They aren't forwarded even from
 * a trusted proxy, because most proxies, such as nginx, pass on those of their clients.
 */
const BY_PROXIES =
  /^(?:forwarded|via|x-request-id|x-(?:forwarded|original|rewrite|(?:http-)?method)(?:-.*)?|x-host|(?:.*-)?(?:client|connecting|real)-?ip|.*_.*)$/;

/** Headers of the back end's response that are dropped, because Next sets framing and compression itself. */
const FRAMING = ['content-encoding', 'content-length'];

/** Headers that a back end may not set, because they apply to the whole origin. */
const OURS = [
  ...Object.keys(securityHeaders).map((name) => name.toLowerCase()),
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'server',
  'service-worker-allowed',
  'set-cookie',
  'x-powered-by',
];

/** Returns the names of all hop-by-hop headers, including those listed in Connection. */
const hopByHop = (connection: string | null | undefined) =>
  new Set([...HOP_BY_HOP, ...(connection ?? '').split(',').map((name) => name.trim().toLowerCase())]);

/** Returns the value of X-Forwarded-For, with the client first. */
function forwardedFor(request: Request, peer: string): string {
  const before = isFromTrustedProxy(request) ? request.headers.get('x-forwarded-for') : null;
  return before === null || before === peer ? peer : `${before}, ${peer}`;
}

/**
 * Returns the site's origin that a call comes from: its `Origin` if that is one of ORIGINS, or else the canonical origin.
 * `Host` isn't read, because a client that isn't a browser chooses it.
 */
function originOf(request: Request): URL {
  const { ORIGINS } = serverEnv();
  const given = request.headers.get('origin');
  return new URL(ORIGINS.find((origin) => origin === given) ?? ORIGINS[0] ?? request.url);
}

/**
 * Returns the framing headers for the body that is actually sent. Next drops the body of a GET. If its length were
 * forwarded anyway, the back end would read the connection's next request as the body.
 */
function framing({ body, headers }: Request): Record<string, string> {
  if (!body) return {};
  const length = headers.get('content-length');
  return length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}

/**
 * Returns the headers for a request to the back end, except Host, which the connection sets. Headers that proxies write
 * are discarded, and this server sets its own. Of a proxy in TRUSTED_PROXIES, it reads `X-Forwarded-For` and the request ID.
 */
export function forwardedHeaders(request: Request, requestId: string): Record<string, string> {
  const dropped = hopByHop(request.headers.get('connection'));
  const peer = request.headers.get(peerHeader());
  for (const name of [...KEPT_HERE, peerHeader()]) dropped.add(name);
  const kept = Object.fromEntries(
    [...request.headers].filter(([name]) => !dropped.has(name) && !BY_PROXIES.test(name)),
  );
  const { host, protocol } = originOf(request);
  return {
    ...kept,
    'accept-encoding': 'identity',
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(peer ? { 'x-forwarded-for': forwardedFor(request, peer) } : {}),
    ...framing(request),
    'x-request-id': requestId,
  };
}

/** Returns the back end's response headers that may be sent to the browser. */
export function responseHeaders(incoming: IncomingHttpHeaders, requestId: string): Headers {
  const dropped = hopByHop(incoming.connection);
  for (const name of [...OURS, ...FRAMING]) dropped.add(name);
  const headers = new Headers({ 'X-Request-Id': requestId });
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || dropped.has(name) || name.startsWith('access-control-')) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    // Compression or buffering by a proxy, or by this server, would delay events.
    headers.set('Cache-Control', 'no-store, no-transform');
    headers.set('X-Accel-Buffering', 'no');
  }
  return headers;
}
