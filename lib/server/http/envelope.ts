import 'server-only';
import type { ApiCode } from './api-error';

export type Answer = {
  code: ApiCode | 200;
  msg: string;
  data: unknown;
  /** `data` as JSON, if it's already serialized, so that shared data is serialized only once. */
  text?: string;
};

export const textOf = ({ code, msg, data, text = JSON.stringify(data) ?? 'null' }: Answer): string =>
  `{"code":${code},"msg":${JSON.stringify(msg)},"data":${text}}`;

/** Returns the `Retry-After` header (RFC 9110, in seconds) for an error whose data has `retryAfter`. */
function retryAfter({ data }: Answer): Record<string, string> {
  const isKnown = typeof data === 'object' && data !== null && 'retryAfter' in data;
  return isKnown ? { 'Retry-After': String(data.retryAfter) } : {};
}

/** Returns the HTTP status for an envelope code. */
export const statusOf = (code: Answer['code']) => (code === 1007 ? 401 : code);

/** Builds a response in the API envelope. By default, it isn't cached. */
export function envelope(answer: Answer, requestId: string, cacheControl = 'no-store'): Response {
  const status = statusOf(answer.code);
  return new Response(textOf(answer), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': cacheControl,
      Vary: 'Language',
      'X-Request-Id': requestId,
      ...(status === 429 ? retryAfter(answer) : {}),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  });
}
