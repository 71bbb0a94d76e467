import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { inRequest } from '@/lib/server/log';
import { serverEnv } from '@/lib/settings/env';
import type { Session } from '../auth/session';
import { databaseRefusal, noteFullDisk } from '../db/outage';
import type { CountByQuery } from '../limits/admit';
import { describeError, log, loggedPath } from '../log';
import { countAnswer } from '../metrics/count';
import { type ApiCode, ApiError, reasonOf } from './api-error';
import {
  type AccessRules,
  type AuthRequirement,
  authorize,
  authorizeByQuery,
  checkContent,
} from './authorize';
import {
  type BodyDescription,
  type CallDescription,
  type SecurityRequirements,
  withDescription,
} from './call-description';
import { clientOf, isFromTrustedProxy } from './client-address';
import { conditional } from './conditional';
import { type Answer, envelope, sharedEnvelope } from './envelope';
import { type ApiTranslator, describeIssues, issueText, requestLocale, translator } from './language';
import { readInput } from './read-input';
import { sharedTexts } from './shared-text';

/** Matches request IDs that are long enough to be unique, and safe in logs, shells, and headers. */
const WELL_FORMED = /^[\w.-]{8,64}$/;

/** Returns the given request ID if it's well-formed and from a trusted proxy, or a new one otherwise. */
export const requestIdOf = (given: string | null, isFromTrustedProxy: boolean): string =>
  isFromTrustedProxy && given !== null && WELL_FORMED.test(given) ? given : randomUUID();

/** Returns the path of a request's URL, which is resolved already. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  description?: CallDescription;
};

type InputOf<Input> = Input extends z.ZodType ? z.output<Input> : null;

type Options<
  Auth extends AuthRequirement,
  Input extends z.ZodType | null,
  Output extends z.ZodType,
  ByQuery extends boolean,
> = AccessRules & {
  auth: Auth;
  /** Whether `run` counts the call, in the statement of its first query. Only for calls without a session. */
  isCountedByQuery?: ByQuery & (Auth extends false ? boolean : false);
  /** One-line summary of the endpoint for the OpenAPI document. */
  summary: string;
  /** Security of an endpoint that reads the token itself, for the OpenAPI document. */
  security?: SecurityRequirements;
  /** Error codes besides those that any such endpoint may return, for the OpenAPI document. */
  errors?: readonly ApiCode[];
  /** Describes a body that `run` reads itself, or that is neither JSON nor form-encoded, for the OpenAPI document. */
  body?: BodyDescription;
  /**
   * Schema of the query and path parameters of a GET, or of the body of a POST. Null if the endpoint takes no input.
   */
  input: Input;
  /** Setting that must be 1 for the call to exist. Otherwise, it answers 404. */
  onlyIf?: 'MESSAGES_ENABLED';
  /** Maximum size of the request body in bytes, if it differs from that of other calls. */
  bodyLimit?: number;
  /** Schema of the response data. Unknown fields are dropped. */
  output: Output;
  /** `Cache-Control` header of a successful response that only the client may cache. */
  cacheControl?: string;
  /** Caching headers of a successful response that is `shared`, which they imply. The response also gets an ETag. */
  caching?: Record<string, string>;
  /** Request header, besides Language, that the response depends on. */
  variesBy?: 'Currency';
  /** Makes the data of a back end's answer safe for pages (see CallDescription). */
  cleanForwarded?: (data: unknown) => unknown;
  /**
   * Whether the data is the same for every request with the same input and the same `variesBy` header, and can be cached
   * briefly. With `version`, only while it returns the same object.
   */
  shared?: boolean | { version: () => Promise<object> };
};

type Call<Auth extends AuthRequirement, Input extends z.ZodType | null, ByQuery extends boolean = false> = {
  input: InputOf<Input>;
  session: Auth extends true ? Session : Auth extends 'optional' ? Session | null : null;
  countBy: ByQuery extends true ? CountByQuery : null;
  request: Request;
};

async function parseInput(
  schema: z.ZodType,
  request: Request,
  context: RouteContext,
  t: ApiTranslator,
  bodyLimit: number | undefined,
): Promise<unknown> {
  const read = await readInput(request, bodyLimit);
  const params = await context.params;
  const given = typeof read === 'object' && !Array.isArray(read) ? { ...read, ...params } : read;
  checkContent(given);
  const result = schema.safeParse(given, { error: issueText(requestLocale(request)) });
  if (result.success) return result.data;
  throw new ApiError(400, 'invalid', { issues: describeIssues(result.error, t) });
}

/** Runs and logs an API call. Always resolves to envelope content, even after an error. */
function answering<
  Auth extends AuthRequirement,
  Input extends z.ZodType | null,
  Output extends z.ZodType,
  ByQuery extends boolean = false,
>(
  {
    input,
    output,
    caching,
    shared = caching !== undefined,
    variesBy,
    bodyLimit,
    onlyIf,
    isCountedByQuery,
    ...gate
  }: Options<Auth, Input, Output, ByQuery>,
  run: (call: Call<Auth, Input, ByQuery>) => Promise<z.input<Output>>,
) {
  type Made = Call<Auth, Input, ByQuery>;
  const texts = shared ? sharedTexts(typeof shared === 'object' ? shared.version : undefined) : null;
  /** Returns what shared data depends on. */
  const keyOf = ({ url, headers }: Request, params: Awaited<RouteContext['params']>) => {
    const start = url.indexOf('?');
    // The whole query, in which a `?` is like any other character.
    const query = start === -1 ? '' : url.slice(start);
    const given = input === null ? '' : JSON.stringify([query, params]);
    return `${(variesBy && headers.get(variesBy)) ?? ''} ${given}`;
  };
  return async (request: Request, context: RouteContext) => {
    const requestId = requestIdOf(request.headers.get('x-request-id'), isFromTrustedProxy(request));
    const startedAt = performance.now();
    const t = await translator(requestLocale(request));
    const who: { client: string; account?: string; reason?: string } = { client: clientOf(request).id };
    const parseAndRun = async (session: Session | null, countBy: CountByQuery | null) => {
      if (session) who.account = session.address;
      const produce = async () => {
        const parsed = input === null ? null : await parseInput(input, request, context, t, bodyLimit);
        return output.parse(await run({ input: parsed, session, countBy, request } as Made));
      };
      if (!texts) return { data: await produce() };
      const key = keyOf(request, await context.params);
      return { data: null, shared: await texts(key, async () => JSON.stringify(await produce())) };
    };
    const answer = async (): Promise<Answer> => {
      try {
        if (onlyIf && serverEnv()[onlyIf] !== '1') throw new ApiError(404, 'noSuchCall');
        const made = isCountedByQuery
          ? await authorizeByQuery(request, gate, (countBy) => parseAndRun(null, countBy))
          : await parseAndRun(await authorize(request, gate), null);
        return { code: 200, msg: t('ok'), ...made };
      } catch (error) {
        noteFullDisk(error);
        const refusal = error instanceof ApiError ? error : databaseRefusal(error);
        if (refusal) {
          who.reason = reasonOf(refusal);
          if (refusal.code >= 500 && refusal.code < 600)
            log.warn({ requestId, err: describeError(refusal.cause ?? refusal) }, 'refused');
          return { code: refusal.code, msg: t(refusal.messageKey), data: refusal.data };
        }
        log.error({ requestId, err: describeError(error) }, 'failed');
        return { code: 500, msg: t('internal'), data: null };
      }
    };
    const result = await inRequest(requestId, answer);
    const path = pathOf(request);
    const { method } = request;
    const ms = performance.now() - startedAt;
    countAnswer({ method, path, params: await context.params, code: result.code, ms });
    log.info(
      { requestId, ...who, method, path: loggedPath(path), code: result.code, ms: Math.round(ms) },
      'answered',
    );
    return { answer: result, requestId };
  };
}

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
  const call = answering(options, run);
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
  return withDescription(description, async (request: Request, context: RouteContext) => {
    const { answer, requestId } = await call(request, context);
    if (answer.code !== 200) return envelope(answer, requestId);
    if (!isCacheable || !answer.shared) return envelope(answer, requestId, options.cacheControl);
    const headers = { ...sharedHeaders, 'X-Request-Id': requestId };
    return conditional(request, sharedEnvelope(answer, answer.shared), headers);
  });
}

/** Creates an endpoint that responds with 204 and no content (RFC 9110). Errors use the envelope. */
export function noContentHandler<Input extends z.ZodType>(
  options: Omit<Options<false, Input, z.ZodNull, false>, 'auth' | 'output' | 'cacheControl' | 'caching'>,
  run: (call: Call<false, Input>) => void,
): RouteHandler {
  const call = answering({ ...options, auth: false, output: z.null() }, async (given) => {
    run(given);
    return null;
  });
  const description: CallDescription = { ...options, auth: false, answer: { kind: 'silent' } };
  return withDescription(description, async (request: Request, context: RouteContext) => {
    const { answer, requestId } = await call(request, context);
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
  const call = answering({ ...options, auth: false, limit: 'read', output: z.string() }, run);
  const description: CallDescription = { ...options, auth: false, answer: { kind: 'redirect' } };
  return withDescription(description, async (request: Request, context: RouteContext) => {
    const { answer, requestId } = await call(request, context);
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
