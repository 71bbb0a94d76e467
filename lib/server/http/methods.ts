import 'server-only';
import { z } from 'zod';
import { sharedCaching } from '@/lib/http/response-headers';
import { withBackEnd } from '../back-end/with-back-end';
import { ApiError } from './api-error';
import { withDescription } from './call-description';
import { handler, type RouteHandler } from './handler';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Answers any request with `code` in the envelope. */
function refuse(code: 404 | 405, messageKey: 'noSuchCall' | 'methodNotAllowed'): RouteHandler {
  // Always refused, without a database query.
  const refusal = handler(
    { summary: 'Refuses', auth: false, limit: 'read', fromAnySite: true, input: null, output: z.null() },
    async (): Promise<null> => {
      throw new ApiError(code, messageKey);
    },
  );
  // Wrapped to omit the description: this is not a call of the OpenAPI document.
  return (request, context) => refusal(request, context);
}

const notAllowed = refuse(405, 'methodNotAllowed');
const unknown = refuse(404, 'noSuchCall');

function every(fallback: RouteHandler, calls: Partial<Record<Method, RouteHandler>>) {
  const answer = (method: Method): RouteHandler => {
    const call = calls[method];
    if (call?.description) return withDescription(call.description, withBackEnd(call));
    return withBackEnd(call ?? fallback);
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
 * Returns the exports of a route file: other methods answer 405 in the envelope. If the operator has their
 * own back end, that one answers instead.
 */
export const methods = (calls: Partial<Record<Method, RouteHandler>>) => every(notAllowed, calls);

/** Exports of the catch-all route: 404 in the envelope, for every method. */
export const noSuchCall = () => every(unknown, {});

/** Lists from the operator's files change only at a restart. */
export const CONFIG_CACHE = sharedCaching({ browserSeconds: 60, sharedSeconds: 60, staleSeconds: 600 });
/** Prices change every second, so a client asks again each time; a shared cache answers many at once. */
export const PRICE_CACHE = sharedCaching({ browserSeconds: 0, sharedSeconds: 1, staleSeconds: 5 });
