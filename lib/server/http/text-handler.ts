import 'server-only';
import { z } from 'zod';
import type { ApiCode } from './api-error';
import { described } from './call-description';
import { handler, type RouteHandler } from './handler';

type TextOptions = {
  /** What the call does, its media type, and its own refusals, for the API's document. */
  summary: string;
  mediaType: string;
  errors?: readonly ApiCode[];
};

/** A call that answers with plain text in a format of its own. What `run` throws is answered in the envelope. */
export function textHandler(
  { summary, mediaType, errors }: TextOptions,
  run: (request: Request) => Promise<{ type: string; text: string }>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const made: { answer?: { type: string; text: string } } = {};
    const envelope = await handler({ auth: false, summary, input: null, output: z.null() }, async () => {
      made.answer = await run(request);
      return null;
    })(request, context);
    if (made.answer === undefined) return envelope;
    return new Response(made.answer.text, {
      headers: {
        'Content-Type': made.answer.type,
        'Cache-Control': 'no-store',
        'X-Request-Id': envelope.headers.get('X-Request-Id') ?? '',
      },
    });
  };
  return described({ summary, auth: false, input: null, errors, answer: { kind: 'text', mediaType } }, route);
}
