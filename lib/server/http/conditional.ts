import 'server-only';
import fresh from 'fresh';
import { responseOf } from '@/lib/http/response-parts';
import type { SharedText } from './shared-text';

/** Returns whether the client already has the response with this ETag (RFC 9110, section 13.1.2). */
export const isFresh = (request: Request, etag: string): boolean =>
  fresh(Object.fromEntries(request.headers), { etag });

/**
 * Returns a response that is the same for many clients, or a 304 if the client already has it. server/serve sends it with a
 * strong ETag for each encoding. In Next, the ETag is weak (RFC 9110, section 8.8.1), because Next compresses the body afterward
 * and ignores a `Content-Encoding` set by a route handler. `headers` must include `Vary`, and be the same object for each response,
 * so that server/serve prepares them once.
 */
export const conditional = (
  request: Request,
  body: SharedText,
  headers: Record<string, string>,
  { status = 200, requestId }: { status?: number; requestId?: string } = {},
): Response =>
  responseOf({ status, headers, requestId, body, isConditional: status === 200 }, (all) => {
    if (status !== 200) return new Response(body.text, { status, headers: all });
    const etag = `W/"${body.hash}"`;
    const own = { ...all, ETag: etag };
    return isFresh(request, etag)
      ? new Response(null, { status: 304, headers: own })
      : new Response(body.text, { headers: own });
  });
