import 'server-only';
import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { BAD_REQUEST_PATH } from '@/lib/constants';
import { API_PATH, areBaseHeadersLeft, baseHeaders } from '@/lib/http/base-headers';
import { routes } from '@/lib/routes';
import { isDevelopment } from '@/lib/settings/process-env';

/**
 * Internal path for page requests with methods other than GET and HEAD. There is no page at this path, so the
 * middleware responds with 405.
 */
const METHOD_NOT_ALLOWED_PATH = '/method-not-allowed';
/** Timeouts for receiving a request's headers and the whole request. */
const HEADERS_TIMEOUT_MS = 15_000;
const WHOLE_REQUEST_TIMEOUT_MS = 60_000;
/** How long a connection may go without data. Must be more than BACK_END_SILENCE_MS. Streams send heartbeats more often. */
const CONNECTION_SILENCE_MS = 150_000;
/**
 * How long a connection may be idle between requests. More than the 60 seconds for which common proxies keep idle
 * connections: a connection that the server closes while the proxy sends a request on it fails that request.
 */
export const KEEP_ALIVE_MS = 65_000;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.peer-header');
const registry = globalThis as typeof globalThis & { [key]?: string };

/**
 * Returns the name of the request header that carries the peer's address. The name is random at each start and never
 * disclosed, so that no client can send the header, not even while the server is starting.
 */
export function peerHeader(): string {
  registry[key] ??= `x-peer-${randomBytes(16).toString('hex')}`;
  return registry[key];
}

/**
 * Path of Next's image optimizer. No page uses it, and it would let anyone decode pictures without a rate limit and fill
 * the disk with results. next.config.mjs turns it off, too.
 */
const IMAGE_OPTIMIZER_PATH = '/_next/image';

/** Next's development tools post to these paths. */
const DEVELOPMENT_PATH = /^\/__nextjs/;

/** Matches most targets that are resolved already, because parsing them takes longer. */
const RESOLVED = /^\/[\w/-]*(?:\?[\w=&-]*)?$/;

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

/** Returns whether a request has more than one `Host` header. Cheaper than parsing all of them (`headersDistinct`). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the target that everything decides by: its path as browsers and caches resolve it (WHATWG URL), without dot
 * segments, backslashes, and a fragment. Next resolves them too, so otherwise its page would pass as another path.
 */
function targetOf({ url = '' }: IncomingMessage): string {
  if (RESOLVED.test(url) && !url.startsWith(IMAGE_OPTIMIZER_PATH)) return url;
  // Next can't parse a target such as the `*` of `OPTIONS *`, and would respond with a server error.
  if (!url.startsWith('/')) return routes.notFound;
  const { pathname, search } = new URL(`http://host${url}`);
  if (pathname.startsWith(IMAGE_OPTIMIZER_PATH)) return routes.notFound;
  // Escapes invalid percent-encoding, so that it's taken literally and matches no page or API call.
  const isLiteral = pathname.includes('%') && !isDecodable(pathname);
  return (isLiteral ? pathname.replaceAll('%', '%25') : pathname) + search;
}

/** Rewrites requests that Next must not answer, or would answer with a server error, so that they get a client error. */
function mend(request: IncomingMessage): void {
  request.url = targetOf(request);
  // The Fetch standard forbids TRACE in a Request, so it's replaced with an unknown method, which is rejected.
  if (request.method === 'TRACE') request.method = 'UNKNOWN';
  // Next serves pages for any method, and runs server actions. There is no page at this path, so the middleware
  // responds with 405.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead) {
    const path = pathOf(request);
    if (!API_PATH.test(path) && !(isDevelopment() && DEVELOPMENT_PATH.test(path)))
      request.url = METHOD_NOT_ALLOWED_PATH;
  }
  // A proxy may have decided by the other one (RFC 9112, section 3.2). Node uses the first.
  if (hasSeveralHosts(request)) {
    request.method = 'GET';
    request.url = BAD_REQUEST_PATH;
  }
}

/** Closes a connection that requests an upgrade, such as to WebSocket. */
const refuseUpgrade = (_request: IncomingMessage, socket: Duplex): void => void socket.destroy();

/**
 * Closes upgrade requests before Next handles them. Next would leave most of these sockets open, and Node sets no
 * timeout on them, so they'd leak after the client disconnects. Skipped in development, where page reloads use a
 * WebSocket.
 */
function refuseUpgrades(server: Server): void {
  if (isDevelopment() || server.listeners('upgrade').includes(refuseUpgrade)) return;
  server.prependListener('upgrade', refuseUpgrade);
}

/** Headers of prerendered pages by path, if Next serves the pages. */
let pageHeaders: ReadonlyMap<string, Record<string, string>> = new Map();
export function setPageHeaders(headers: typeof pageHeaders): void {
  pageHeaders = headers;
}

const REQUEST_CHANNEL = 'http.server.request.start';

type RequestStart = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Sets the base headers of a response, and those of a prerendered page that Next serves. */
function setHeaders(request: IncomingMessage, response: ServerResponse): void {
  const path = pathOf(request);
  for (const headers of [baseHeaders(path), pageHeaders.get(path) ?? {}])
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * Prepares every request to this process. Node publishes requests on this channel before any other handler runs.
 * - Records the peer's address, because route handlers see only headers, and clients can forge `X-Forwarded-For`,
 *   which Next sets only if it's missing.
 * - Resolves the path.
 * - Sets the base headers on every response, including Next's own redirects and errors, unless server/serve sends them.
 * - Sets shorter timeouts for slow clients than Node's defaults, also for those that don't read the response, for which
 *   Node has none, and refuses protocol upgrades.
 *
 * Returns a function that undoes this. Until then, it applies to every HTTP server of the process.
 */
export function prepareRequests(
  headersMs = HEADERS_TIMEOUT_MS,
  requestMs = WHOLE_REQUEST_TIMEOUT_MS,
  silenceMs = CONNECTION_SILENCE_MS,
): () => void {
  const header = peerHeader();
  const prepared = new WeakSet<Server>();
  const prepareServer = (server: Server) => {
    if (prepared.has(server)) return;
    prepared.add(server);
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.timeout = silenceMs;
    refuseUpgrades(server);
  };
  const prepare = (message: unknown) => {
    const { request, response, server } = message as RequestStart;
    const { socket, headers } = request;
    prepareServer(server);
    // Node applies the server's timeout to new connections, and between two requests.
    if (socket.timeout !== silenceMs) socket.setTimeout(silenceMs);
    headers[header] = socket.remoteAddress ?? '';
    mend(request);
    if (!areBaseHeadersLeft(request)) setHeaders(request, response);
  };
  subscribe(REQUEST_CHANNEL, prepare);
  return () => void unsubscribe(REQUEST_CHANNEL, prepare);
}
