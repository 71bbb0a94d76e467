import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { BODY_TIMEOUT_MS } from '@/lib/server-constants';
import { ApiError } from './api-error';

type BodyLimits = {
  /** Bytes. */
  limit: number;
  timeoutMs?: number;
};

/** The caller disconnected or sent an invalid body. */
function brokenOff(cause: unknown): never {
  throw new ApiError(400, 'malformedBody', null, { cause });
}

/**
 * A request's body, piece by piece. Throws ApiError 413 where it is larger than `limit`, before it is read where the client
 * says so, 400 where it breaks off, and 408 where it has not arrived after `timeoutMs`: the rest is left to the connection's own time-out.
 */
export async function* bodyChunks(
  request: Request,
  { limit, timeoutMs = BODY_TIMEOUT_MS }: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new ApiError(413, 'tooLarge');
  if (!request.body) return;
  const reader = request.body.getReader();
  const patience = new AbortController();
  const late = delay(timeoutMs, null, { signal: patience.signal, ref: false });
  let size = 0;
  let isWanted = true;
  try {
    for (;;) {
      const read = await Promise.race([reader.read().catch(brokenOff), late]);
      if (read === null || read.done) isWanted = false;
      if (read === null) throw new ApiError(408, 'tooSlow');
      if (read.done) return;
      size += read.value.byteLength;
      if (size > limit) throw new ApiError(413, 'tooLarge');
      yield read.value;
    }
  } finally {
    late.catch(() => undefined);
    patience.abort();
    // The reader stopped early.
    if (isWanted) await reader.cancel();
  }
}

/** Returns a request's whole body. @throws as `bodyChunks` does. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Maximum request body, in bytes. */
const BODY_LIMIT = 64 * 1024;

/** The last two are browser report formats. */
const JSON_TYPES = ['application/json', 'application/csp-report', 'application/reports+json'];

const malformed = (cause?: unknown) => new ApiError(400, 'malformedBody', null, { cause });

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw malformed(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error);
  }
}

/** Fields by name. One that comes twice is refused: what reads the first and what reads the last would disagree. */
function fieldsOf(parameters: URLSearchParams): Record<string, string> {
  if (new Set(parameters.keys()).size < parameters.size) throw malformed();
  return Object.fromEntries(parameters);
}

/**
 * The query of a GET or HEAD; the body of any other request, form-encoded or JSON.
 * @throws ApiError 400, 408, 413 or 415.
 */
export async function readInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return fieldsOf(new URL(request.url).searchParams);
  const text = decode(await readBody(request, { limit: BODY_LIMIT }));
  if (text === '') return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPES.includes(type)) return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return fieldsOf(new URLSearchParams(text));
  throw new ApiError(415, 'unsupportedType');
}
