import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { RouteHandler } from '../http/handler';
import { forward } from './forward';

/** Calls about this server, which are never forwarded. */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(\/|$)/;

/** Returns whether a path under /api is answered here. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);

/** Returns `own`, or a forwarder if API_ORIGIN is set (API-9). */
export const withBackEnd =
  (own: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { API_ORIGIN } = serverEnv();
    if (API_ORIGIN === undefined || isOwnCall(new URL(request.url).pathname)) return own(request, context);
    return forward(request, API_ORIGIN, await context.params);
  };
