import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { RouteHandler } from '../http/handler';
import { forward } from './forward';

/**
 * Endpoints about this server itself, which are never forwarded to the back end. Case is ignored, because many servers
 * ignore it. So is a suffix, such as `.json`, which some frameworks read as a format of the same endpoint.
 */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(?:[./]|$)/i;

/**
 * Paths that every server reads the same way. A back end might decode, resolve, or shorten others, such as
 * `/api/%6detrics`, `/api/x%2f..%2fmetrics`, `/api//metrics`, or `/api./metrics`, into an endpoint that isn't forwarded.
 */
const PLAIN_PATH = /^(?:\/[\w.-]*[\w-])+$/;

/** Returns whether this server handles a path under /api itself instead of forwarding it to the back end. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);

/** Returns whether a path may be forwarded to the back end, which reads it as this server does. */
export const isPlainPath = (pathname: string): boolean => PLAIN_PATH.test(pathname);

/**
 * Wraps a handler so that its calls are forwarded to the back end if API_ORIGIN is set (API-9). Calls that the back end
 * could read as another path are answered by `unknown` instead.
 */
export const withBackEnd =
  (own: RouteHandler, unknown: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { API_ORIGIN } = serverEnv();
    const { pathname } = new URL(request.url);
    if (API_ORIGIN === undefined || isOwnCall(pathname)) return own(request, context);
    if (!isPlainPath(pathname)) return unknown(request, context);
    return forward(request, API_ORIGIN, await context.params, own.description);
  };
