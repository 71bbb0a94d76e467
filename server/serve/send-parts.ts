import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fresh from 'fresh';
import type { BodyVariant, LiveBody, ResponseParts } from '@/lib/http/response-parts';
import { acceptedEncodings } from './accept-encoding';
import { baseOf, type Head, headOf, LEAST_COMPRESSED, mayCompress, variesByEncoding } from './response-head';

const compress = promisify(gzip);

/** Returns all headers of a response but those for its body and its request's ID. */
function sharedHead(headers: ResponseParts['headers'], base: ReturnType<typeof baseOf>): string[] {
  if (!mayCompress(headers['Content-Type'], headers['Cache-Control'])) return headOf(base, headers);
  return headOf(base, { ...headers, Vary: variesByEncoding(headers.Vary) });
}

/** The head of a shared body, and what it was made from. */
type SharedHead = { headers: object; base: object; unchanged: Head; whole: Head };
const heads = new WeakMap<BodyVariant, SharedHead>();

/** Returns the headers of a shared body but its request's ID, which are made once. */
function headOfVariant(variant: BodyVariant, { headers, isConditional }: ResponseParts, path: string) {
  const base = baseOf(path);
  const known = heads.get(variant);
  if (known?.headers === headers && known.base === base) return known;
  const { etag, encoding, bytes } = variant;
  const unchanged = sharedHead(headers, base);
  if (isConditional) unchanged.push('ETag', etag);
  const packed = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const whole = [...unchanged, ...packed, 'Content-Length', String(bytes.byteLength)];
  const made = { headers, base, unchanged, whole };
  heads.set(variant, made);
  return made;
}

function sendVariant(
  variant: BodyVariant,
  parts: ResponseParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { unchanged, whole } = headOfVariant(variant, parts, path);
  const id = idOf(parts);
  if (parts.isConditional && fresh(request.headers, { etag: variant.etag })) {
    response.writeHead(304, [...unchanged, ...id]).end();
    return;
  }
  response.writeHead(parts.status, [...whole, ...id]);
  response.end(request.method === 'HEAD' ? undefined : variant.bytes);
}

const idOf = ({ requestId }: ResponseParts): Head =>
  requestId === undefined ? [] : ['X-Request-Id', requestId];

async function sendPacked(
  status: number,
  head: Head,
  bytes: Buffer,
  response: ServerResponse,
): Promise<void> {
  const packed = await compress(bytes);
  response.writeHead(status, [
    ...head,
    'Content-Encoding',
    'gzip',
    'Content-Length',
    String(packed.byteLength),
  ]);
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
  response.on('drain', () => {
    const { socket } = response;
    // Node also emits this when a request that was sent behind this one is answered.
    if (socket?.writableNeedDrain) socket.once('drain', () => body.resume());
    else body.resume();
  });
  body.start(response);
}

/**
 * Sends a response from its parts, with the base headers: what is shared from memory, anything else compressed if the client
 * accepts it. Returns a promise only if the body must be compressed first.
 */
export function sendParts(
  parts: ResponseParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const { status, headers, body } = parts;
  if (typeof body !== 'string' && (body === null || 'start' in body)) {
    response.writeHead(status, [...sharedHead(headers, baseOf(path)), ...idOf(parts)]);
    if (body) sendLive(body, request, response);
    else response.end();
    return undefined;
  }
  const encodings = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''));
  if (typeof body !== 'string') {
    // The smallest that the client accepts.
    const variant = body.variant(encodings[0] ?? 'identity');
    if (variant instanceof Promise)
      return variant.then((made) => sendVariant(made, parts, path, request, response));
    sendVariant(variant, parts, path, request, response);
    return undefined;
  }
  const head = [...sharedHead(headers, baseOf(path)), ...idOf(parts)];
  if (request.method === 'HEAD') {
    response.writeHead(status, head).end();
    return undefined;
  }
  const bytes = Buffer.from(body);
  const isPackable = mayCompress(headers['Content-Type'], headers['Cache-Control']);
  if (isPackable && bytes.byteLength >= LEAST_COMPRESSED && encodings.includes('gzip'))
    return sendPacked(status, head, bytes, response);
  response.writeHead(status, [...head, 'Content-Length', String(bytes.byteLength)]).end(bytes);
  return undefined;
}
