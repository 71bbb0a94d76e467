import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fresh from 'fresh';
import type { BodyVariant, LiveBody, ResponseParts } from '@/lib/http/response-parts';
import { acceptedEncodings } from './accept-encoding';
import { LEAST_COMPRESSED, mayCompress, setHead } from './response-head';

const compress = promisify(gzip);

function sendVariant(
  { etag, encoding, bytes }: BodyVariant,
  isConditional: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isConditional) response.setHeader('ETag', etag);
  if (isConditional && fresh(request.headers, { etag })) {
    response.statusCode = 304;
    response.end();
    return;
  }
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

async function sendPacked(bytes: Buffer, response: ServerResponse): Promise<void> {
  const packed = await compress(bytes);
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', packed.byteLength);
  response.end(packed);
}

/**
 * Has a body write to the response itself. It ends when its connection closes, which only the request notices while the
 * response waits for others on the connection (pipelining).
 */
function sendLive(body: LiveBody, request: IncomingMessage, response: ServerResponse): void {
  if (request.destroyed || response.destroyed) {
    body.end();
    return;
  }
  request.once('close', () => body.end());
  response.on('drain', () => body.resume());
  body.start(response);
}

/**
 * Sends a response from its parts: what is shared from memory, anything else compressed if the client accepts it. Returns a
 * promise only if the body must be compressed first.
 */
export function sendParts(
  { status, headers, body, isConditional }: ResponseParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  setHead(status, Object.entries(headers), response);
  const isPackable = mayCompress(headers['Content-Type'], headers['Cache-Control'], response);
  if (body === null || (typeof body === 'string' && request.method === 'HEAD')) {
    response.end();
    return undefined;
  }
  if (typeof body !== 'string' && 'start' in body) {
    sendLive(body, request, response);
    return undefined;
  }
  const encodings = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''));
  if (typeof body !== 'string') {
    // The smallest that the client accepts.
    const variant = body.variant(encodings[0] ?? 'identity');
    const send = (made: BodyVariant) => sendVariant(made, isConditional, request, response);
    if (variant instanceof Promise) return variant.then(send);
    send(variant);
    return undefined;
  }
  const bytes = Buffer.from(body);
  if (isPackable && bytes.byteLength >= LEAST_COMPRESSED && encodings.includes('gzip'))
    return sendPacked(bytes, response);
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
  return undefined;
}
