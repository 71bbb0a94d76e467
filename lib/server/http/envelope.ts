import 'server-only';
import type { ApiCode } from './api-error';

export type Answer = { code: ApiCode | 200; msg: string; data: unknown };

/** The HTTP status of an envelope code. */
const statusOf = (code: Answer['code']) => (code === 1007 ? 401 : code);

/** An answer in the API's envelope. Not cached unless `cacheControl` says so. */
export function envelope(answer: Answer, requestId: string, cacheControl = 'no-store'): Response {
  const status = statusOf(answer.code);
  return Response.json(answer, {
    status,
    headers: {
      'Cache-Control': cacheControl,
      Vary: 'Language',
      'X-Request-Id': requestId,
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  });
}
