import 'server-only';
import { z } from 'zod';
import { INERT_POLICY } from '@/lib/http/response-headers';
import type { LimitName } from '@/lib/settings/setting-kinds';
import type { Session } from '../auth/session';
import type { ApiCode } from './api-error';
import { withDescription } from './call-description';
import { handler, type RouteHandler } from './handler';

type CiphertextOptions<Input extends z.ZodType> = {
  /** One-line summary and error codes of the endpoint, for the OpenAPI document. */
  summary: string;
  errors: readonly ApiCode[];
  limit: LimitName;
  /** Setting that must be 1 for the call to exist. Otherwise, it answers 404. */
  onlyIf: 'MESSAGES_ENABLED';
  input: Input;
};

/** Keeps browsers from interpreting bytes that a user chose, wherever they are opened. */
const INERT = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment; filename="encrypted"',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': INERT_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Creates an endpoint that serves bytes to a signed-in account. Errors use the envelope. */
export function ciphertextHandler<Input extends z.ZodType>(
  options: CiphertextOptions<Input>,
  run: (call: { input: z.output<Input>; session: Session }) => Promise<Buffer>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const made: { bytes?: Buffer } = {};
    const answer = await handler({ ...options, auth: true, output: z.null() }, async ({ input, session }) => {
      made.bytes = await run({ input: input as z.output<Input>, session });
      return null;
    })(request, context);
    if (!made.bytes) return answer;
    return new Response(new Uint8Array(made.bytes), {
      headers: {
        ...INERT,
        'Content-Length': String(made.bytes.byteLength),
        'X-Request-Id': answer.headers.get('X-Request-Id') ?? '',
      },
    });
  };
  const { summary, errors, input, limit } = options;
  return withDescription(
    { summary, auth: true, input, errors, limit, answer: { kind: 'ciphertext' } },
    route,
  );
}
