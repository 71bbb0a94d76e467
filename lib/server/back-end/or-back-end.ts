import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { RouteHandler } from '../http/handler';
import { forward } from './forward';

/** What this server answers itself whoever answers the rest: what is about it, and not about the wallet. */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(\/|$)/;

/** Whether a path under /api is never forwarded. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);

/** `own`, or the operator's back end where API_ORIGIN names one (API-9). */
export const orBackEnd =
  (own: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { API_ORIGIN } = serverEnv();
    if (API_ORIGIN === undefined || isOwnCall(new URL(request.url).pathname)) return own(request, context);
    return forward(request, API_ORIGIN, await context.params);
  };
