import 'server-only';
import { createHash } from 'node:crypto';
import fresh from 'fresh';

/**
 * Returns a response that many clients get alike, or 304 if the client has it. The ETag is weak (RFC 9110, section 8.8.1),
 * because Next compresses the body on its way, and ignores a `Content-Encoding` that a route handler sets. `headers` hold
 * its `Vary`.
 */
export function conditional(request: Request, text: string, headers: Record<string, string>): Response {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`;
  const own = { ...headers, ETag: etag };
  const isFresh = fresh(Object.fromEntries(request.headers), { etag });
  return isFresh ? new Response(null, { status: 304, headers: own }) : new Response(text, { headers: own });
}
