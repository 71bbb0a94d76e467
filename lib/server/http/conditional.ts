import 'server-only';
import { createHash } from 'node:crypto';
import fresh from 'fresh';

/** Returns whether the client already has the response with this ETag (RFC 9110, section 13.1.2). */
export const isFresh = (request: Request, etag: string): boolean =>
  fresh(Object.fromEntries(request.headers), { etag });

/**
 * Returns a response that is the same for many clients, or a 304 if the client already has it. The ETag is weak (RFC
 * 9110, section 8.8.1), because Next compresses the body afterward and ignores a `Content-Encoding` set by a route
 * handler. `headers` must include `Vary`.
 */
export function conditional(request: Request, text: string, headers: Record<string, string>): Response {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`;
  const own = { ...headers, ETag: etag };
  return isFresh(request, etag)
    ? new Response(null, { status: 304, headers: own })
    : new Response(text, { headers: own });
}
