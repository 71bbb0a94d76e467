import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { acceptedEncodings } from './accept-encoding';
import { LEAST_COMPRESSED, mayCompress, setBase, setHead, variesByEncoding } from './response-head';

const compress = promisify(gzip);

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
 * Sends a route handler's answer, with the base headers. Headers that are set already stay, such as the security headers. Compresses text with
 * gzip if the client accepts it. If the client disconnects, cancels the body.
 * @throws the body's error, after closing the connection.
 */
export async function sendAnswer(
  answer: Response,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers } = answer;
  setBase(path, response);
  setHead(status, headers, response);
  const isPackable = mayCompress(headers.get('content-type'), headers.get('cache-control'));
  if (isPackable) response.setHeader('Vary', variesByEncoding(headers.get('vary')));
  const accepted = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''));
  const isCompressed = isPackable && accepted.includes('gzip');
  if (!answer.body || request.method === 'HEAD' || response.destroyed) {
    await answer.body?.cancel();
    response.end();
    return;
  }
  const reader = answer.body.getReader();
  let isGone = false;
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
