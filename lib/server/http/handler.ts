import 'server-only';
import { z } from 'zod';
import type { AuthRequirement } from './authorize';
import { type CallDescription, withDescription } from './call-description';
import { conditional } from './conditional';
import { envelope, sharedEnvelope } from './envelope';
import { type Answered, type Call, callRunner, type Options, type Params } from './run-call';

type RouteContext = { params: Promise<Params> };
/** Handles a request at once if it can, or else asynchronously. */
type Respond = (request: Request, params: Params) => Response | Promise<Response>;
export type RouteHandler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  description?: CallDescription;
  /** Does the same, but returns an answer that is in memory without a promise. */
  now?: Respond;
};

/** Returns a route handler from a function that may respond without a promise. */
export const routeOf = (now: Respond): RouteHandler =>
  Object.assign(async (request: Request, { params }: RouteContext) => now(request, await params), { now });

/** Runs a route handler, without a promise if it can. */
export const runRoute = (
  route: RouteHandler,
  request: Request,
  params: Params,
): Response | Promise<Response> =>
  route.now?.(request, params) ?? route(request, { params: Promise.resolve(params) });

/**
 * Creates an API endpoint. It validates the input, requires a session if `auth` is set, and returns the result of
 * `run`, reduced to the `output` schema. If `run` throws an ApiError, the error is returned in the envelope. Any other
 * error is logged and returned as a 500 without details.
 */
export function handler<
  Auth extends AuthRequirement,
  Input extends z.ZodType | null,
  Output extends z.ZodType,
  ByQuery extends boolean = false,
>(
  options: Options<Auth, Input, Output, ByQuery>,
  run: (call: Call<Auth, Input, ByQuery>) => Promise<z.input<Output>>,
): RouteHandler {
  const call = callRunner(options, run);
  const { caching, variesBy } = options;
  const isCacheable = caching !== undefined;
  const sharedHeaders = {
    'Content-Type': 'application/json',
    ...caching,
    Vary: ['Language', ...(variesBy ? [variesBy] : [])].join(', '),
  };
  const description: CallDescription = {
    ...options,
    answer: { kind: 'envelope', data: options.output, isCacheable },
  };
  const respond = (request: Request, { answer, requestId }: Answered) => {
    if (answer.code !== 200) return envelope(answer, requestId);
    if (!isCacheable || !answer.shared) return envelope(answer, requestId, options.cacheControl);
    return conditional(request, sharedEnvelope(answer, answer.shared), sharedHeaders, { requestId });
  };
  return withDescription(
    description,
    routeOf((request, params) => {
      const answered = call(request, params);
      return answered instanceof Promise
        ? answered.then((made) => respond(request, made))
        : respond(request, answered);
    }),
  );
}

/** Creates an endpoint that responds with 204 and no content (RFC 9110). Errors use the envelope. */
export function noContentHandler<Input extends z.ZodType>(
  options: Omit<Options<false, Input, z.ZodNull, false>, 'auth' | 'output' | 'cacheControl' | 'caching'>,
  run: (call: Call<false, Input>) => void,
): RouteHandler {
  const call = callRunner({ ...options, auth: false, output: z.null() }, async (given) => {
    run(given);
    return null;
  });
  const description: CallDescription = { ...options, auth: false, answer: { kind: 'silent' } };
  return withDescription(description, async (request: Request, context: RouteContext) => {
    const { answer, requestId } = await call(request, await context.params);
    if (answer.code !== 200) return envelope(answer, requestId);
    return new Response(null, {
      status: 204,
      headers: { 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    });
  });
}

/** Creates an endpoint that redirects with 303 (RFC 9110) to the URL that `run` returns. Errors use the envelope. */
export function redirectHandler<Input extends z.ZodType>(
  options: Pick<Options<false, Input, z.ZodType, false>, 'summary' | 'input' | 'errors'>,
  run: (call: Call<false, Input>) => Promise<string>,
): RouteHandler {
  // Counted in memory like a read, because the call changes only the visitor's own cookie.
  const call = callRunner({ ...options, auth: false, limit: 'read', output: z.string() }, run);
  const description: CallDescription = { ...options, auth: false, answer: { kind: 'redirect' } };
  return withDescription(description, async (request: Request, context: RouteContext) => {
    const { answer, requestId } = await call(request, await context.params);
    if (answer.code !== 200) return envelope(answer, requestId);
    return new Response(null, {
      status: 303,
      headers: {
        Location: String(answer.data),
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
      },
    });
  });
}
