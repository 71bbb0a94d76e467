import 'server-only';
import { z } from 'zod';
import { sharedCaching } from '@/lib/http/response-headers';
import { withBackEnd } from '../back-end/with-back-end';
import { ApiError } from './api-error';
import { withDescription } from './call-description';
import { handler, type RouteHandler } from './handler';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Creates a handler that responds to every request with the error `code` in the envelope. */
function refuse(code: 404 | 405, messageKey: 'noSuchCall' | 'methodNotAllowed'): RouteHandler {
  // The `read` limit is counted in memory, so rejecting a request needs no database query.
  const refusal = handler(
    { summary: 'Refuses', auth: false, limit: 'read', fromAnySite: true, input: null, output: z.null() },
    async (): Promise<null> => {
      throw new ApiError(code, messageKey);
    },
  );
  // Wrapped to drop the description, because this handler isn't part of the OpenAPI document.
  return (request, context) => refusal(request, context);
}

const notAllowed = refuse(405, 'methodNotAllowed');
/** Responds to any path with 404. */
export const noSuchPath = refuse(404, 'noSuchCall');

function every(fallback: RouteHandler, calls: Partial<Record<Method, RouteHandler>>) {
  const answer = (method: Method): RouteHandler => {
    const call = calls[method];
    if (call?.description) return withDescription(call.description, withBackEnd(call, noSuchPath));
    return withBackEnd(call ?? fallback, noSuchPath);
  };
  return {
    GET: answer('GET'),
    POST: answer('POST'),
    PUT: answer('PUT'),
    PATCH: answer('PATCH'),
    DELETE: answer('DELETE'),
  };
}

/**
 * Returns the exports of a route file. Methods without a handler respond with 405 in the envelope. If the operator has
 * a separate back end, the calls are forwarded to it instead.
 */
export const methods = (calls: Partial<Record<Method, RouteHandler>>) => every(notAllowed, calls);

/** Returns the exports of the catch-all route, which responds to every method with 404 in the envelope. */
export const noSuchCall = () => every(noSuchPath, {});

/** Caching headers for lists from the operator's files, which change only when the server restarts. */
export const CONFIG_CACHE = sharedCaching({ browserSeconds: 60, sharedSeconds: 60, staleSeconds: 600 });
/**
 * Caching headers for prices, which change every second. A shared cache can still serve one response to many clients.
 */
export const PRICE_CACHE = sharedCaching({ browserSeconds: 0, sharedSeconds: 1, staleSeconds: 5 });
