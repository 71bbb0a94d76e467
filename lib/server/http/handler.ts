import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '@/lib/i18n/routing';
import { requireSession, type Session } from '../auth/session';
import { describeError, log } from '../log';
import { ApiError } from './api-error';
import { type Answer, envelope } from './envelope';
import { describeIssues, issueText, requestLocale, translator } from './language';
import { readInput } from './read-input';

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

type InputOf<Input> = Input extends z.ZodType ? z.output<Input> : null;

type Options<Auth extends boolean, Input extends z.ZodType | null, Output extends z.ZodType> = {
  /** Whether a bearer token is required. */
  auth: Auth;
  /** Checks the query and path parameters of a GET, the body of a POST. Null: the call takes nothing and reads nothing. */
  input: Input;
  /** What leaves the server: anything the schema does not name is dropped. */
  output: Output;
  /** `Cache-Control` of a success. */
  cacheControl?: string;
};

type Call<Auth extends boolean, Input extends z.ZodType | null> = {
  input: InputOf<Input>;
  session: Auth extends true ? Session : null;
  request: Request;
};

async function parseInput<Input extends z.ZodType | null>(
  schema: Input,
  request: Request,
  context: RouteContext,
  locale: Locale,
): Promise<InputOf<Input>> {
  if (schema === null) return null as InputOf<Input>;
  const read = await readInput(request);
  const params = await context.params;
  const given = typeof read === 'object' && !Array.isArray(read) ? { ...read, ...params } : read;
  const result = schema.safeParse(given, { error: issueText(locale) });
  if (result.success) return result.data as InputOf<Input>;
  throw new ApiError(400, 'invalid', { issues: describeIssues(result.error, locale) });
}

/** Runs a call and logs it: its envelope's content, whatever happens. */
function answering<Auth extends boolean, Input extends z.ZodType | null, Output extends z.ZodType>(
  { auth, input, output }: Options<Auth, Input, Output>,
  run: (call: Call<Auth, Input>) => Promise<z.input<Output>>,
) {
  return async (request: Request, context: RouteContext) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const locale = requestLocale(request);
    const t = translator(locale);
    const answer = async (): Promise<Answer> => {
      try {
        const session = (auth ? await requireSession(request) : null) as Call<Auth, Input>['session'];
        const parsed = await parseInput(input, request, context, locale);
        const data = output.parse(await run({ input: parsed, session, request }));
        return { code: 200, msg: t('ok'), data };
      } catch (error) {
        if (error instanceof ApiError) {
          if (error.code >= 500 && error.code < 600)
            log.warn({ requestId, err: describeError(error.cause ?? error) }, 'refused');
          return { code: error.code, msg: t(error.messageKey), data: error.data };
        }
        log.error({ requestId, err: describeError(error) }, 'failed');
        return { code: 500, msg: t('internal'), data: null };
      }
    };
    const result = await answer();
    const { pathname } = new URL(request.url);
    const ms = Math.round(performance.now() - startedAt);
    log.info({ requestId, method: request.method, path: pathname, code: result.code, ms }, 'answered');
    return { answer: result, requestId };
  };
}

/**
 * A call of the API: reads and checks the input, asks for a login where `auth`, and puts what `run` gives, cut to
 * `output`, or the ApiError it throws, into the envelope. Any other error is logged and answered as 500 without details.
 */
export function handler<Auth extends boolean, Input extends z.ZodType | null, Output extends z.ZodType>(
  options: Options<Auth, Input, Output>,
  run: (call: Call<Auth, Input>) => Promise<z.input<Output>>,
): RouteHandler {
  const call = answering(options, run);
  return async (request, context) => {
    const { answer, requestId } = await call(request, context);
    return envelope(answer, requestId, answer.code === 200 ? options.cacheControl : undefined);
  };
}

/**
 * A call that leads a visitor to the page whose address `run` gives, by 303 (RFC 9110). A refusal is answered in the
 * envelope.
 */
export function redirectHandler<Input extends z.ZodType>(
  { input }: { input: Input },
  run: (call: Call<false, Input>) => Promise<string>,
): RouteHandler {
  const call = answering({ auth: false, input, output: z.string() }, run);
  return async (request, context) => {
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
  };
}
