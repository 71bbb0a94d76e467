import 'server-only';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { whenStopping } from '@/lib/server/stop/state';
import { BACK_END_SILENCE_MS, BACK_END_TIMEOUT_MS } from './limits';

export class BackEndTimeout extends Error {
  override name = 'BackEndTimeout';
}

export type BackEndRequest = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array> | null;
  signal: AbortSignal;
};

const idle = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

/** A request with a body doesn't reuse a connection that may be closing, because the body can't be sent twice. */
function open({ url, method, headers, body, signal }: BackEndRequest) {
  const isSecure = url.protocol === 'https:';
  const agent = body ? false : idle[isSecure ? 'https' : 'http'];
  const options = { method, headers, agent, signal, timeout: BACK_END_TIMEOUT_MS };
  return isSecure ? https.request(url, options) : http.request(url, options);
}

/**
 * Sends a request with node:http, which, unlike fetch, doesn't follow redirects or change unknown headers. Retries once
 * if a kept-alive connection turns out to be closed.
 * @throws BackEndTimeout or the connection's error.
 */
export function sendRequest(question: BackEndRequest, isRepeated = false): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = open(question);
    outgoing.on('timeout', () => outgoing.destroy(new BackEndTimeout('silent for too long')));
    outgoing.on('response', (incoming) => {
      outgoing.setTimeout(BACK_END_SILENCE_MS);
      resolve(incoming);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !question.body;
      if (isStale && !isRepeated) resolve(sendRequest(question, true));
      else reject(error);
    });
    if (question.body) {
      // If either side fails, `pipeline` destroys the other, and the promise rejects with the error.
      pipeline(Readable.from(question.body, { objectMode: false }), outgoing, (error) => {
        if (error) reject(error);
      });
    } else outgoing.end();
  });
}

const decoders: Partial<Record<string, () => Duplex>> = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
};

/**
 * Returns the body. Decompresses it if the back end compressed it without being asked to.
 * @throws an Error for an unknown encoding.
 */
function unpacked(incoming: IncomingMessage): Readable {
  const { 'content-encoding': coding = 'identity' } = incoming.headers;
  if (coding === 'identity') return incoming;
  const decoder = decoders[coding]?.();
  if (!decoder) throw new Error('unknown content encoding');
  // If either stream fails, both end, and the reader gets the error.
  return pipeline(incoming, decoder, () => undefined);
}

/** Returns whether a response is an event stream, which may stay open indefinitely. */
export const isEventStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/**
 * Returns a promise that resolves when this instance stops, so that an event stream ends. Returns null for any other
 * response, because other responses end on their own.
 */
function endAtStop(incoming: IncomingMessage) {
  if (!isEventStream(incoming)) return null;
  let forget: () => void = () => undefined;
  const end = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    forget = whenStopping(() => resolve({ done: true, value: undefined }));
  });
  incoming.once('close', forget);
  return end;
}

/**
 * Returns a response's body as a stream with backpressure. Canceling the stream closes the connection. Event streams
 * end when this instance stops, so that their readers reconnect to another instance.
 */
export function responseBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const body = unpacked(incoming);
  const chunks: AsyncIterator<Uint8Array, undefined> = body[Symbol.asyncIterator]();
  const stop = endAtStop(incoming);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await (stop ? Promise.race([chunks.next(), stop]) : chunks.next());
        if (!done) return controller.enqueue(value);
        controller.close();
        body.destroy();
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
