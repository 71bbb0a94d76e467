import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { RouteHandler } from '../http/handler';
import { forward } from './forward';
import { isOwnCall } from './own-calls';

/** `own`, or the operator's back end where API_ORIGIN names one (API-9). */
export const orBackEnd =
  (own: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { API_ORIGIN } = serverEnv();
    if (API_ORIGIN === undefined || isOwnCall(new URL(request.url).pathname)) return own(request, context);
    return forward(request, API_ORIGIN, await context.params);
  };
