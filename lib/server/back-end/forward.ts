import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../http/api-error';
import type { CallDescription } from '../http/call-description';
import { clientOf, isFromTrustedProxy } from '../http/client-address';
import { envelope } from '../http/envelope';
import { requestLocale, translator } from '../http/language';
import { describeError, log, loggedPath } from '../log';
import { countAnswer } from '../metrics/count';
import type { Params } from '../metrics/route-template';
import { admitCall, countStream, limitedBody } from './admit-call';
import { forwardedHeaders, responseHeaders } from './headers';
import { BackEndTimeout, isEventStream, responseBody, sendRequest } from './send-request';

/** Status codes of responses that have no body (Fetch standard). */
const WITHOUT_BODY = [204, 205, 304];
const REQUEST_ID = /^[\w.-]{1,128}$/;
/** Nonstandard status code for a client that disconnected before the response. */
const CALLER_GONE = 499;

/**
 * Returns the request ID of the trusted proxy, or a new one. The back end receives it so that the logs can be
 * correlated.
 */
function proxysRequestId(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return isFromTrustedProxy(request) && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Returns the back end's URL for a call. The host always comes from the setting, never from the request. */
function addressOf(request: Request, apiOrigin: string): URL {
  const { pathname, search } = new URL(request.url);
  const url = new URL(apiOrigin);
  url.pathname = pathname;
  url.search = search;
  return url;
}

/** Returns a redirect's target on this site. @throws ApiError 502 if it points outside the back end's API. */
function ownLocation(location: string, from: URL): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : null;
  if (url?.origin === from.origin && url.pathname.startsWith('/api/')) return url.pathname + url.search;
  throw new ApiError(502, 'backEndUnreachable', null, { cause: new Error('redirect outside the API') });
}

function asResponse(incoming: IncomingMessage, url: URL, request: Request, requestId: string): Response {
  const status = incoming.statusCode ?? 0;
  try {
    if (status < 200 || status > 599) throw new ApiError(502, 'backEndUnreachable');
    if (isEventStream(incoming)) countStream(request, incoming);
    const headers = responseHeaders(incoming.headers, requestId);
    const location = headers.get('location');
    if (location !== null && status >= 300) headers.set('location', ownLocation(location, url));
    const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.includes(status);
    if (isEmpty) incoming.resume();
    return new Response(isEmpty ? null : responseBody(incoming), { status, headers });
  } catch (error) {
    incoming.destroy();
    throw error;
  }
}

/** Parses a JSON object or array. Returns null for anything else, such as a proxy's error page. */
function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Applies a call's `cleanForwarded` to the data of its answer. @throws ApiError 502 if the answer is elsewhere. */
async function cleaned(answer: Response, clean: CallDescription['cleanForwarded']): Promise<Response> {
  if (!clean || answer.body === null) return answer;
  if (answer.headers.has('location')) throw new ApiError(502, 'backEndUnreachable');
  const text = await answer.text();
  const json = parseJson(text);
  const safe = json && 'data' in json ? JSON.stringify({ ...json, data: clean(json.data) }) : text;
  return new Response(safe, { status: answer.status, headers: answer.headers });
}

async function refusal(error: unknown, request: Request, requestId: string): Promise<Response> {
  if (request.signal.aborted) return new Response(null, { status: CALLER_GONE });
  const t = await translator(requestLocale(request));
  if (error instanceof ApiError && (error.code < 500 || error.messageKey === 'busy'))
    return envelope({ code: error.code, msg: t(error.messageKey), data: error.data }, requestId);
  const code = error instanceof BackEndTimeout ? 503 : 502;
  const cause = error instanceof ApiError ? (error.cause ?? error) : error;
  log.warn({ requestId, err: describeError(cause) }, 'the back end is unreachable');
  return envelope({ code, msg: t('backEndUnreachable'), data: null }, requestId);
}

/**
 * Forwards a call to the same path on the back end, with its method, query, body, and headers. Streams both bodies.
 * Rewrites redirects to this site instead of following them. `call` describes this server's own call with the same
 * name. Responds in the envelope with 403, 408, 413, or 429 if the call exceeds a limit, and with 502 or 503 if the
 * back end is unreachable, times out, or redirects to another site.
 */
export async function forward(
  request: Request,
  apiOrigin: string,
  params: Params | undefined,
  call?: CallDescription,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = proxysRequestId(request);
  const url = addressOf(request, apiOrigin);
  const { method, signal } = request;
  const answer = await admitCall(request, call)
    .then(() => {
      const headers = forwardedHeaders(request, requestId);
      return sendRequest({ url, method, headers, body: limitedBody(request), signal });
    })
    .then((incoming) => asResponse(incoming, url, request, requestId))
    .then((response) => cleaned(response, call?.cleanForwarded))
    .catch((error: unknown) => refusal(error, request, requestId));
  const ms = performance.now() - startedAt;
  const { status } = answer;
  countAnswer({ method, path: url.pathname, params, code: status, ms });
  const { id: client } = clientOf(request);
  log.info(
    { requestId, client, method, path: loggedPath(url.pathname), status, ms: Math.round(ms) },
    'forwarded',
  );
  return answer;
}
