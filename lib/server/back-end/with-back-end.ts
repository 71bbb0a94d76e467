import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { RouteHandler } from '../http/handler';
import { forward } from './forward';

/** Endpoints about this server itself, which are never forwarded to the back end. */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(\/|$)/;

/** Returns whether this server handles a path under /api itself instead of forwarding it to the back end. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);

/** Wraps a handler so that its calls are forwarded to the back end if API_ORIGIN is set (API-9). */
export const withBackEnd =
  (own: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { API_ORIGIN } = serverEnv();
    if (API_ORIGIN === undefined || isOwnCall(new URL(request.url).pathname)) return own(request, context);
    return forward(request, API_ORIGIN, await context.params);
  };
