import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';
import { SECURITY_HEADERS } from '@/lib/http/response-headers';
import { serverEnv } from '@/lib/settings/env';
import { clientAddress } from '../http/client-address';

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

/**
 * Request headers that are forwarded. All others aren't, because frameworks derive the client's address, account, routes,
 * and methods from many headers that only proxies should set, and any client could forge them. Most proxies, such as
 * nginx, pass on those of their clients. Cookies stay on this site, because calls send their token in Authorization.
 */
const FORWARDED =
  /^(?:accept|accept-language|authorization|cache-control|content-(?:disposition|encoding|language|type)|currency|idempotency-key|if-(?:match|modified-since|none-match|range|unmodified-since)|language|last-event-id|origin|prefer|range|referer|sec-(?:ch|fetch)-[a-z0-9-]+|user-agent|x-requested-with)$/;

/** Headers of the back end's response that are dropped, because Next sets framing and compression itself. */
const FRAMING = ['content-encoding', 'content-length'];

/** Headers that a back end may not set, because they apply to the whole origin. */
const OURS = [
  ...Object.keys(SECURITY_HEADERS).map((name) => name.toLowerCase()),
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

/**
 * Returns the site's origin that a call comes from: its `Origin` if that is one of ORIGINS, or else the one with its
 * `Host`, because browsers send no `Origin` with a GET of the same origin, or else the canonical origin. A client that
 * isn't a browser can choose among ORIGINS, but no other value.
 */
function originOf({ headers, url }: Request): URL {
  const { ORIGINS } = serverEnv();
  const [given, host] = [headers.get('origin'), headers.get('host')];
  const own =
    ORIGINS.find((origin) => origin === given) ?? ORIGINS.find((origin) => new URL(origin).host === host);
  return new URL(own ?? ORIGINS[0] ?? url);
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
 * Returns the headers for a request to the back end, except Host, which the connection sets. This server sets the headers
 * of a proxy itself. `X-Forwarded-For` has only the client's address, because a client can forge the entries before it.
 */
export function forwardedHeaders(request: Request, requestId: string): Record<string, string> {
  const dropped = hopByHop(request.headers.get('connection'));
  const client = clientAddress(request);
  const kept = Object.fromEntries(
    [...request.headers].filter(([name]) => FORWARDED.test(name) && !dropped.has(name)),
  );
  const { host, protocol } = originOf(request);
  return {
    ...kept,
    'accept-encoding': 'identity',
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(client ? { 'x-forwarded-for': client } : {}),
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
