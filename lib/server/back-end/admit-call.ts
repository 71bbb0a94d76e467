import 'server-only';
import type { IncomingMessage } from 'node:http';
import { PRICE_STREAM_REOPEN_MS } from '@/lib/constants';
import { UPLOAD_BODY_TIMEOUT_MS } from '@/lib/server/uploads/read-form-file';
import { ApiError } from '../http/api-error';
import { authorize } from '../http/authorize';
import type { CallDescription } from '../http/call-description';
import { clientOf } from '../http/client-address';
import { bodyChunks } from '../http/read-input';
import { clientCounts, type OpenCount, OpenCounts } from '../limits/open-counts';
import { BACK_END_BODY_LIMIT_BYTES, BACK_END_STREAMS } from './limits';

/**
 * Checks a call before it's forwarded: its origin, and its client's rate limit as for this server's call of the same
 * name. The back end checks the session.
 * @throws ApiError 403 or 429.
 */
export async function admitCall(request: Request, call: CallDescription | undefined): Promise<void> {
  const { limit, fromAnySite = false } = call ?? {};
  await authorize(request, { auth: false, fromAnySite, ...(limit ? { limit } : {}) });
}

/** Returns the body to forward. Reading it throws ApiError 413 if it's too large, or 408 if it takes too long. */
export const limitedBody = (request: Request): AsyncIterable<Uint8Array> | null =>
  request.body &&
  bodyChunks(request, { limit: BACK_END_BODY_LIMIT_BYTES, timeoutMs: UPLOAD_BODY_TIMEOUT_MS });

/** Stored on globalThis, because Next may load this module more than once, but the counts must be shared. */
const key = Symbol.for('tidewell.back-end-streams');
const registry = globalThis as typeof globalThis & { [key]?: OpenCounts };
registry[key] ??= new OpenCounts();
const open = registry[key];

/** Counts an event stream of the back end until it closes. @throws ApiError 429 or 503 if too many are open. */
export function countStream(request: Request, incoming: IncomingMessage): void {
  const ofClient = clientCounts(clientOf(request), BACK_END_STREAMS);
  if (open.full(ofClient) !== null)
    throw new ApiError(429, 'tooMany', { retryAfter: PRICE_STREAM_REOPEN_MS / 1_000 });
  const ofAll: OpenCount = ['all', BACK_END_STREAMS.total];
  if (open.full([ofAll]) !== null) throw new ApiError(503, 'busy');
  incoming.once('close', open.add([...ofClient, ofAll]));
}
