import 'server-only';
import { z } from 'zod';
import { type LiveBody, responseOf } from '@/lib/http/response-parts';
import type { Session } from '../auth/session';
import type { ApiCode } from './api-error';
import { withDescription } from './call-description';
import { handler, type RouteHandler } from './handler';

/** Returns a body as a web stream, which Next and tests read. Nothing is buffered for slow readers. */
function asStream(body: LiveBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isCanceled = false;
  return new ReadableStream(
    {
      start: (controller) =>
        body.start({
          write: (bytes) => {
            controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
            return false;
          },
          end: () => {
            if (!isCanceled) controller.close();
          },
        }),
      // Called only when the reader has consumed what was written and waits for more.
      pull: () => body.resume(),
      cancel: () => {
        isCanceled = true;
        body.end();
      },
    },
    { highWaterMark: 0 },
  );
}

type StreamOptions<Auth extends boolean, Input extends z.ZodType> = {
  /** One-line summary of the endpoint for the OpenAPI document. */
  summary: string;
  auth: Auth;
  /** Setting that must be 1 for the call to be available. */
  onlyIf?: 'MESSAGES_ENABLED';
  /** Error codes for the OpenAPI document, in addition to those common to event streams. */
  errors?: readonly ApiCode[];
  input: Input;
  /** Schema of each event's data by event name, for the OpenAPI document. */
  events: Record<string, z.ZodType>;
};

type Opening<Auth extends boolean, Input extends z.ZodType> = {
  input: z.output<Input>;
  session: Auth extends true ? Session : null;
  request: Request;
};

/**
 * Creates an endpoint that sends server-sent events. Errors thrown by `open` are returned in the envelope. Next passes HEAD
 * requests to the same function and drops the body, so they don't open a stream.
 */
export function eventStream<Auth extends boolean, Input extends z.ZodType>(
  { events, ...call }: StreamOptions<Auth, Input>,
  open: (opening: Opening<Auth, Input>) => Promise<LiveBody>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const opened: { body?: LiveBody | null } = {};
    const options = { ...call, limit: 'stream', output: z.null() } as const;
    const answer = await handler(options, async (given) => {
      opened.body = request.method === 'HEAD' ? null : await open(given as Opening<Auth, Input>);
      return null;
    })(request, context);
    const { body } = opened;
    if (body === undefined) return answer;
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Compression or buffering by a proxy would delay events.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Request-Id': answer.headers.get('X-Request-Id') ?? '',
    };
    return responseOf({ status: 200, headers, body, isConditional: false }, () => {
      if (!body) return new Response(null, { headers });
      const response = new Response(asStream(body), { headers });
      request.signal.addEventListener('abort', () => body.end());
      // The client disconnected while the stream was being opened.
      if (request.signal.aborted) body.end();
      return response;
    });
  };
  return withDescription({ ...call, limit: 'stream', answer: { kind: 'events', events } }, route);
}
