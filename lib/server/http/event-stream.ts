import 'server-only';
import { z } from 'zod';
import type { Session } from '../auth/session';
import type { ApiCode } from './api-error';
import { withDescription } from './call-description';
import { handler, type RouteHandler } from './handler';

/** An event with one-line JSON data, or null for a heartbeat. */
export type StreamEvent = { event: string; data: string } | null;

/**
 * A source of events. `next` resolves to the next event, or to undefined at the end. `cancel` is called when the reader
 * disconnects.
 */
export type StreamSource = { next: () => Promise<StreamEvent | undefined>; cancel: () => void };

const encoder = new TextEncoder();

/** Serializes an event in the HTML standard's format. A heartbeat becomes a comment, which readers ignore. */
const eventText = (event: StreamEvent): string =>
  event === null ? ':\n\n' : `event: ${event.event}\ndata: ${event.data}\n\n`;

function asStream({ next, cancel }: StreamSource, retryMs: number): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`)),
      // Called only when the reader has consumed the last event, so nothing is buffered for slow readers.
      pull: async (controller) => {
        try {
          const event = await next();
          if (event === undefined) controller.close();
          else controller.enqueue(encoder.encode(eventText(event)));
        } catch (error) {
          cancel();
          throw error;
        }
      },
      cancel,
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
  retryMs: number;
};

type Opening<Auth extends boolean, Input extends z.ZodType> = {
  input: z.output<Input>;
  session: Auth extends true ? Session : null;
  request: Request;
};

/**
 * Creates an endpoint that sends server-sent events. Errors thrown by `open` are returned in the envelope. Readers
 * reconnect `retryMs` after the stream ends. Next passes HEAD requests to the same function and drops the body, so they
 * don't open a stream.
 */
export function eventStream<Auth extends boolean, Input extends z.ZodType>(
  { events, retryMs, ...call }: StreamOptions<Auth, Input>,
  open: (opening: Opening<Auth, Input>) => Promise<StreamSource>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const isHead = request.method === 'HEAD';
    const opened: { source?: StreamSource | null } = {};
    const options = { ...call, limit: 'stream', output: z.null() } as const;
    const answer = await handler(options, async (given) => {
      opened.source = isHead ? null : await open(given as Opening<Auth, Input>);
      return null;
    })(request, context);
    const { source } = opened;
    if (source === undefined) return answer;
    if (source) {
      request.signal.addEventListener('abort', source.cancel);
      // The client disconnected while the stream was being opened.
      if (request.signal.aborted) source.cancel();
    }
    return new Response(source && asStream(source, retryMs), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Compression or buffering by a proxy would delay events.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': answer.headers.get('X-Request-Id') ?? '',
      },
    });
  };
  return withDescription({ ...call, limit: 'stream', answer: { kind: 'events', events } }, route);
}
