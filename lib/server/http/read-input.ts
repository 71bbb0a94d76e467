import 'server-only';
import { ApiError } from './api-error';

/** Timeout for reading a request body. */
const BODY_TIMEOUT_MS = 10_000;

type BodyLimits = {
  /** Maximum size in bytes. */
  limit: number;
  timeoutMs?: number;
};

/** Reports that the caller disconnected or sent an invalid body. @throws ApiError 400. */
function brokenOff(cause: unknown): never {
  throw new ApiError(400, 'malformedBody', null, { cause });
}

/**
 * Yields a request's body in chunks.
 * @throws ApiError 413 if it's larger than `limit`, without reading it if Content-Length already exceeds the limit; 400
 * if it's incomplete; 408 if it takes longer than `timeoutMs`. After a 408, the connection's own timeout handles the
 * rest.
 */
export async function* bodyChunks(
  request: Request,
  { limit, timeoutMs = BODY_TIMEOUT_MS }: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new ApiError(413, 'tooLarge');
  if (!request.body) return;
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null).unref();
  });
  let size = 0;
  let isWanted = false;
  try {
    for (;;) {
      // Canceling a body whose stream failed would throw its error again.
      isWanted = false;
      const read = await Promise.race([reader.read().catch(brokenOff), late]);
      if (read === null) throw new ApiError(408, 'tooSlow');
      if (read.done) return;
      isWanted = true;
      size += read.value.byteLength;
      if (size > limit) throw new ApiError(413, 'tooLarge');
      yield read.value;
    }
  } finally {
    clearTimeout(timer);
    // The consumer stopped early, so the rest of the body is discarded.
    if (isWanted) await reader.cancel();
  }
}

/** Returns a request's whole body. @throws the same errors as `bodyChunks`. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Maximum size of a request body in bytes, unless the call has another. */
const BODY_LIMIT = 64 * 1024;

/** Media types of JSON bodies. The last two are formats of browser reports. */
const JSON_TYPES = ['application/json', 'application/csp-report', 'application/reports+json'];

const malformed = (cause?: unknown) => new ApiError(400, 'malformedBody', null, { cause });

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw malformed(error);
  }
}

/** Matches what opens or closes an object or array in valid JSON, and its strings, with the colon after a name. */
const JSON_PARTS = /[{}[\]]|("[^"\\]*(?:\\.[^"\\]*)*")(?:\s*(:))?/g;

/** Returns whether an object in valid JSON has a name twice, which may be escaped. Takes linear time. */
function hasDuplicate(text: string): boolean {
  /** Names of each open object or array so far. An array has none. */
  const open: Set<string>[] = [];
  for (const [part, quoted, colon] of text.matchAll(JSON_PARTS)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (colon && quoted) {
      const names = open.at(-1);
      const name: string = JSON.parse(quoted);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Parses JSON. Rejects duplicate names, because some code may use the first value and some the last (RFC 8259, section 4). */
function parseJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw malformed(error);
  }
  if (hasDuplicate(text)) throw malformed();
  return parsed;
}

/** Returns fields by name. Rejects duplicates, because some code may use the first value and some the last. */
function fieldsOf(parameters: URLSearchParams): Record<string, string> {
  if (new Set(parameters.keys()).size < parameters.size) throw malformed();
  return Object.fromEntries(parameters);
}

/**
 * Returns the query of a GET or HEAD request, or the form-encoded or JSON body of any other.
 * @throws ApiError 400, 408, 413, or 415.
 */
export async function readInput(request: Request, limit = BODY_LIMIT): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return fieldsOf(new URL(request.url).searchParams);
  const text = decode(await readBody(request, { limit }));
  if (text === '') return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPES.includes(type)) return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return fieldsOf(new URLSearchParams(text));
  throw new ApiError(415, 'unsupportedType');
}
