import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { BODY_TIMEOUT_MS } from '@/lib/server-constants';
import { ApiError } from './api-error';

type BodyLimits = {
  /** Bytes. */
  limit: number;
  timeoutMs?: number;
};

/** The caller has hung up, or sent what is no body. */
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
    // Left before its end: nobody reads on.
    if (isWanted) await reader.cancel();
  }
}

/** A request's body, whole. Throws as `bodyChunks` does. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
