import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { type RouteHandler, routeOf, runRoute } from '../http/handler';
import { forward } from './forward';

/**
 * Endpoints about this server itself, which are never forwarded. Matches any case, because many servers ignore case,
 * and any suffix such as `.json`, because some frameworks read it as a format of the same endpoint.
 */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(?:[./]|$)/i;

/**
 * Paths that all servers interpret alike. A back end might decode, resolve, or normalize other paths, such as
 * `/api/%6detrics`, `/api/x%2f..%2fmetrics`, `/api//metrics`, or `/api./metrics`, to an endpoint that must not be
 * forwarded.
 */
const PLAIN_PATH = /^(?:\/[\w.-]*[\w-])+$/;

/** Returns whether this server handles a path under /api itself instead of forwarding it to the back end. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);

/** Returns whether the back end interprets a path as this server does. Only such paths may be forwarded. */
export const isPlainPath = (pathname: string): boolean => PLAIN_PATH.test(pathname);

/**
 * Wraps a handler to forward its calls to the back end if API_ORIGIN is set (API-9). `unknown` handles calls that the
 * back end could interpret as another path.
 */
export const withBackEnd = (own: RouteHandler, unknown: RouteHandler): RouteHandler =>
  routeOf((request, params) => {
    const { API_ORIGIN } = serverEnv();
    if (API_ORIGIN === undefined) return runRoute(own, request, params);
    const { pathname } = new URL(request.url);
    if (isOwnCall(pathname)) return runRoute(own, request, params);
    if (!isPlainPath(pathname)) return runRoute(unknown, request, params);
    return forward(request, API_ORIGIN, params, own.description);
  });
