import 'server-only';
import { z } from 'zod';
import { ApiError } from './api-error';
import { handler, type RouteHandler } from './handler';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** Answers the envelope with `code` whatever is asked. */
function refuse(code: 404 | 405, messageKey: 'noSuchCall' | 'methodNotAllowed'): RouteHandler {
  return handler({ auth: false, input: null, output: z.null() }, async () => {
    throw new ApiError(code, messageKey);
  });
}

const notAllowed = refuse(405, 'methodNotAllowed');
const unknown = refuse(404, 'noSuchCall');

function every(fallback: RouteHandler, calls: Partial<Record<Method, RouteHandler>>) {
  const { GET = fallback, POST = fallback, PUT = fallback, PATCH = fallback, DELETE = fallback } = calls;
  return { GET, POST, PUT, PATCH, DELETE };
}

/** The exports of a route file: methods that are not given answer 405 in the envelope. */
export const methods = (calls: Partial<Record<Method, RouteHandler>>) => every(notAllowed, calls);

/** The exports of the route behind all others: 404 in the envelope, whatever the method. */
export const noSuchCall = () => every(unknown, {});
