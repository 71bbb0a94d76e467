import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { inRequest } from '@/lib/server/log';
import { serverEnv } from '@/lib/settings/env';
import type { Session } from '../auth/session';
import { databaseRefusal, noteFullDisk } from '../db/outage';
import { admitKnown, type CountByQuery } from '../limits/admit';
import { describeError, log, loggedPath } from '../log';
import { countAnswer } from '../metrics/count';
import { type ApiCode, ApiError, reasonOf } from './api-error';
import {
  type AccessRules,
  type AuthRequirement,
  authorize,
  authorizeByQuery,
  checkContent,
  isRead,
} from './authorize';
import type { BodyDescription, SecurityRequirements } from './call-description';
import { clientOf, isFromTrustedProxy } from './client-address';
import type { Answer } from './envelope';
import {
  type ApiTranslator,
  describeIssues,
  issueText,
  knownTranslator,
  requestLocale,
  translator,
} from './language';
import { readInput } from './read-input';
import { sharedTexts } from './shared-text';

/** Route parameters, in the format that Next passes. */
export type Params = Record<string, string | string[] | undefined>;

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

type InputOf<Input> = Input extends z.ZodType ? z.output<Input> : null;

export type Options<
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
  shared?: boolean | { version: () => object | Promise<object> };
};

export type Call<
  Auth extends AuthRequirement,
  Input extends z.ZodType | null,
  ByQuery extends boolean = false,
> = {
  input: InputOf<Input>;
  session: Auth extends true ? Session : Auth extends 'optional' ? Session | null : null;
  countBy: ByQuery extends true ? CountByQuery : null;
  request: Request;
};

async function parseInput(
  schema: z.ZodType,
  request: Request,
  params: Params,
  t: ApiTranslator,
  bodyLimit: number | undefined,
): Promise<unknown> {
  const read = await readInput(request, bodyLimit);
  const given = typeof read === 'object' && !Array.isArray(read) ? { ...read, ...params } : read;
  checkContent(given);
  const result = schema.safeParse(given, { error: issueText(requestLocale(request)) });
  if (result.success) return result.data;
  throw new ApiError(400, 'invalid', { issues: describeIssues(result.error, t) });
}

/** An API call as it's logged. */
type Logged = {
  requestId: string;
  startedAt: number;
  who: { client: string; account?: string; reason?: string };
};
/** The content of an answer's envelope, with the request's ID. */
export type Answered = { answer: Answer; requestId: string };

/** Returns the answer to a call that failed. Logs errors that aren't the client's. */
function refusalOf(error: unknown, { requestId, who }: Logged, t: ApiTranslator): Answer {
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

/** Counts and logs an answer. */
function finish(request: Request, params: Params, logged: Logged, answer: Answer): Answered {
  const { requestId, startedAt, who } = logged;
  const path = pathOf(request);
  const { method } = request;
  const { code } = answer;
  const ms = performance.now() - startedAt;
  countAnswer({ method, path, params, code, ms });
  if (log.hasInfo())
    log.info({ requestId, ...who, method, path: loggedPath(path), code, ms: Math.round(ms) }, 'answered');
  return { answer, requestId };
}

/**
 * Returns a function that runs and logs an API call. It always returns envelope content, even after an error, and without a
 * promise if that is in memory.
 */
export function callRunner<
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
): (request: Request, params: Params) => Answered | Promise<Answered> {
  type Made = Call<Auth, Input, ByQuery>;
  const texts = shared ? sharedTexts(typeof shared === 'object' ? shared.version : undefined) : null;
  /** Returns what shared data depends on. */
  const keyOf = ({ url, headers }: Request, params: Params) => {
    const start = url.indexOf('?');
    // The whole query, in which a `?` is like any other character.
    const query = start === -1 ? '' : url.slice(start);
    const given = input === null ? '' : JSON.stringify([query, params]);
    return `${(variesBy && headers.get(variesBy)) ?? ''} ${given}`;
  };
  const isForAll = texts !== null && gate.auth === false && !onlyIf && !isCountedByQuery;

  const runCall = async (request: Request, params: Params, logged: Logged): Promise<Answered> => {
    const t = await translator(requestLocale(request));
    const parseAndRun = async (session: Session | null, countBy: CountByQuery | null) => {
      if (session) logged.who.account = session.address;
      const produce = async () => {
        const parsed = input === null ? null : await parseInput(input, request, params, t, bodyLimit);
        return output.parse(await run({ input: parsed, session, countBy, request } as Made));
      };
      if (!texts) return { data: await produce() };
      const make = async () => JSON.stringify(await produce());
      return { data: null, shared: await texts.read(keyOf(request, params), make) };
    };
    const answer = async (): Promise<Answer> => {
      try {
        if (onlyIf && serverEnv()[onlyIf] !== '1') throw new ApiError(404, 'noSuchCall');
        const made = isCountedByQuery
          ? await authorizeByQuery(request, gate, (countBy) => parseAndRun(null, countBy))
          : await parseAndRun(await authorize(request, gate), null);
        return { code: 200, msg: t('ok'), ...made };
      } catch (error) {
        return refusalOf(error, logged, t);
      }
    };
    return finish(request, params, logged, await inRequest(logged.requestId, answer));
  };

  return (request, params) => {
    const client = clientOf(request);
    const logged: Logged = {
      requestId: requestIdOf(request.headers.get('x-request-id'), isFromTrustedProxy(request)),
      startedAt: performance.now(),
      who: { client: client.id },
    };
    const translated = knownTranslator(requestLocale(request));
    const known = isForAll && translated && isRead(request) ? texts.known(keyOf(request, params)) : undefined;
    if (!translated || !known) return runCall(request, params, logged);
    const { t, ok } = translated;
    const answer: Answer = { code: 200, msg: ok, data: null, shared: known };
    const admitted = admitKnown(gate.limit ?? 'read', client);
    if (!admitted) return finish(request, params, logged, answer);
    return admitted.then(
      () => finish(request, params, logged, answer),
      (error: unknown) => finish(request, params, logged, refusalOf(error, logged, t)),
    );
  };
}
