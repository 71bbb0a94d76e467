import 'server-only';
import { z } from 'zod';
import type { ApiCode } from './api-error';
import { withDescription } from './call-description';
import { conditional } from './conditional';
import { handler, type RouteHandler } from './handler';
import { type SharedText, sharedTexts } from './shared-text';

type DocumentOptions<Input extends z.ZodType, Output extends z.ZodType> = {
  /** One-line summary and error codes of the endpoint, for the OpenAPI document. */
  summary: string;
  errors: readonly ApiCode[];
  input: Input;
  output: Output;
  /** Caching headers for the document. */
  caching: Record<string, string>;
};

/** Lets pages on other origins read a response. */
const anywhere = { 'Access-Control-Allow-Origin': '*' };

/**
 * Creates an endpoint that serves a JSON document without the envelope. Errors use the envelope. Pages on other origins
 * can read the response.
 */
export function documentHandler<Input extends z.ZodType, Output extends z.ZodType>(
  { caching, output, ...options }: DocumentOptions<Input, Output>,
  run: (input: z.output<Input>) => Promise<z.input<Output>>,
): RouteHandler {
  const texts = sharedTexts();
  const headers = { 'Content-Type': 'application/json', ...caching, ...anywhere };
  const route: RouteHandler = async (request, context) => {
    const made: { text?: SharedText } = {};
    const answer = await handler({ ...options, auth: false, output: z.null() }, async ({ input }) => {
      made.text = await texts.read(JSON.stringify(input), async () =>
        JSON.stringify(output.parse(await run(input as z.output<Input>)), null, 2),
      );
      return null;
    })(request, context);
    const requestId = answer.headers.get('X-Request-Id') ?? '';
    if (made.text !== undefined) return conditional(request, made.text, headers, { requestId });
    for (const [name, value] of Object.entries(anywhere)) answer.headers.set(name, value);
    return answer;
  };
  return withDescription({ ...options, auth: false, answer: { kind: 'document', data: output } }, route);
}
