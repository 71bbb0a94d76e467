import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** Returns a request's body as a stream. A reader that cancels it lets the rest arrive, so that the response can be sent. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, undefined> = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks.return?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns a signal that aborts when the client disconnects before the response is complete. */
function signalOf(response: ServerResponse): AbortSignal {
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The headers of a request, as route handlers read them. Node has joined repeated ones, or kept the first. */
class IncomingHeaders implements Pick<Headers, 'get' | 'has'> {
  constructor(private readonly headers: IncomingHttpHeaders) {}

  get(name: string): string | null {
    const value = this.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  has(name: string): boolean {
    return this.headers[name.toLowerCase()] !== undefined;
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [name, value] of Object.entries(this.headers)) yield [name, String(value)];
  }
}

/** What route handlers use of a Fetch request. */
type RouteRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'signal'>;

/**
 * A request as route handlers read it. Each part is created when it's first read, because most calls need only a few, and
 * a real `Request` would cost as much as the rest of a call.
 */
class IncomingRequest implements RouteRequest {
  readonly method: string;
  /** A full URL with a placeholder as its host, which route handlers don't read. */
  readonly url: string;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  #headers: Headers | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    this.method = incoming.method ?? '';
    this.url = `http://localhost${incoming.url}`;
    this.#incoming = incoming;
    this.#response = response;
  }

  get headers(): Headers {
    this.#headers ??= new IncomingHeaders(this.#incoming.headers) as Partial<Headers> as Headers;
    return this.#headers;
  }

  /** The body, which GET and HEAD don't have (Fetch standard). */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const isRead = this.method === 'GET' || this.method === 'HEAD';
    this.#body ??= isRead ? null : (bodyOf(this.#incoming) as ReadableStream<Uint8Array<ArrayBuffer>>);
    return this.#body;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response);
    return this.#signal;
  }
}

/** Converts a request of Node's server for a route handler. It has only the parts of a `Request` that handlers use. */
export function toRequest(incoming: IncomingMessage, response: ServerResponse): Request {
  // Next sets this header too. A proxy in TRUSTED_PROXIES that doesn't set it counts as the client, but not as local.
  incoming.headers['x-forwarded-for'] ??= incoming.socket.remoteAddress ?? '';
  return new IncomingRequest(incoming, response) as RouteRequest as Request;
}
