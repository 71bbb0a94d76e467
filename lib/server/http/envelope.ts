import 'server-only';
import { responseOf } from '@/lib/http/response-parts';
import type { ApiCode } from './api-error';
import type { SharedText } from './shared-text';

export type Answer = {
  code: ApiCode | 200;
  msg: string;
  data: unknown;
  /** `data` as JSON, if it's the same for many clients. */
  shared?: SharedText;
};

/** Returns the envelope as JSON. `json` is its data. */
const wrap = ({ code, msg }: Answer, json: string): string =>
  `{"code":${code},"msg":${JSON.stringify(msg)},"data":${json}}`;

const textOf = (answer: Answer): string => wrap(answer, JSON.stringify(answer.data) ?? 'null');

/** Returns the envelope of an answer that is the same for many clients. */
export const sharedEnvelope = (answer: Answer, shared: SharedText): SharedText =>
  shared.inEnvelope(answer.msg, (json) => wrap(answer, json));

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
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': cacheControl,
    Vary: 'Language',
    ...(status === 429 ? retryAfter(answer) : {}),
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  const body = answer.shared ? sharedEnvelope(answer, answer.shared) : textOf(answer);
  return responseOf({ status, headers, requestId, body, isConditional: false }, (all) => {
    const text = typeof body === 'string' ? body : body.text;
    return new Response(text, { status, headers: all });
  });
}
