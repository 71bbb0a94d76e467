import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { acceptedEncodings } from './accept-encoding';

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

/** What route handlers use of a Fetch request. */
type RouteRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'signal'>;

/**
 * A request as route handlers read it. Each part is created when it's first read, because most calls need only a few, and
 * a real `Request` would cost as much as the rest of a call.
 */
class IncomingRequest implements RouteRequest {
  readonly method: string;
  /** The path and query. Route handlers don't read the host. */
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
    // Node joins repeated headers, or keeps the first. It has no repeated ones here, except for `Set-Cookie`.
    this.#headers ??= new Headers(this.#incoming.headers as Record<string, string>);
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

/** Converts a request of Node's server for a route handler. It's a part of a `Request`: what handlers use. */
export function toRequest(incoming: IncomingMessage, response: ServerResponse): Request {
  // Next sets this header too. A proxy in TRUSTED_PROXIES that doesn't set it counts as the client, but not as local.
  incoming.headers['x-forwarded-for'] ??= incoming.socket.remoteAddress ?? '';
  return new IncomingRequest(incoming, response) as RouteRequest as Request;
}

/** Headers that this server sets for the body that it sends. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** Headers that are added to those that are set already. Otherwise, the one that is set stays, as in Next. */
const ADDED = new Set(['set-cookie', 'www-authenticate']);
/** Minimum size in bytes for compression. */
const LEAST_COMPRESSED = 1_024;
const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript)\b/;
const compress = promisify(gzip);

function setHead({ status, headers }: Response, response: ServerResponse): void {
  response.statusCode = status;
  for (const [name, value] of headers) {
    if (FRAMING.has(name) || (response.hasHeader(name) && !ADDED.has(name))) continue;
    response.appendHeader(name, value);
  }
}

/** Returns whether a response may be compressed (RFC 9110, section 7.7), and notes in `Vary` that its encodings differ. */
function mayCompress({ headers }: Response, response: ServerResponse): boolean {
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return false;
  if (/\bno-transform\b/.test(headers.get('cache-control') ?? '')) return false;
  // A single line, because nginx reads only one of several.
  const others = response.getHeader('Vary');
  response.setHeader('Vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`);
  return true;
}

type Chunk = ReadableStreamReadResult<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function* chunksOf(first: Chunk, second: Promise<Chunk>, reader: Reader) {
  if (!first.done) yield first.value;
  for (let chunk = await second; !chunk.done; chunk = await reader.read()) yield chunk.value;
}

const nextTurn = () => new Promise<null>((resolve) => setImmediate(resolve, null));

/** Sends a body. One that is complete is sent at once, with its length. Any other is sent as it arrives. */
async function sendBody(reader: Reader, response: ServerResponse, isCompressed: boolean): Promise<void> {
  const first = await reader.read();
  const second = first.done ? Promise.resolve(first) : reader.read();
  const next = await Promise.race([second, nextTurn()]);
  if (next?.done) {
    const whole = first.value ?? new Uint8Array();
    const isPacked = isCompressed && whole.byteLength >= LEAST_COMPRESSED;
    const sent = isPacked ? await compress(whole) : whole;
    if (isPacked) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', sent.byteLength);
    response.end(sent);
    return;
  }
  const chunks = chunksOf(first, second, reader);
  if (!isCompressed) return pipeline(chunks, response);
  response.setHeader('Content-Encoding', 'gzip');
  return pipeline(chunks, createGzip(), response);
}

/**
 * Sends a route handler's answer. Headers that are set already stay, such as the security headers. Compresses text with
 * gzip if the client accepts it. If the client disconnects, cancels the body.
 * @throws the body's error, after closing the connection.
 */
export async function sendAnswer(
  answer: Response,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  setHead(answer, response);
  const accepted = String(headers['accept-encoding'] ?? '');
  const isCompressed = mayCompress(answer, response) && acceptedEncodings(accepted).includes('gzip');
  if (!answer.body || method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  const reader = answer.body.getReader();
  let isGone = response.destroyed;
  response.once('close', () => {
    if (response.writableFinished) return;
    isGone = true;
    // The body's source may be waiting for its next chunk.
    reader.cancel().catch(() => undefined);
  });
  try {
    await sendBody(reader, response, isCompressed);
  } catch (error) {
    response.destroy();
    if (!isGone) throw error;
  }
}
