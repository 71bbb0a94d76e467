import 'server-only';
import { z } from 'zod';
import { responseOf } from '@/lib/http/response-parts';
import { IssuerDataError, IssuerSignatureError } from '../issuer/issuer-error';
import { describeError, inRequest, log, loggedPath } from '../log';
import { countAnswer } from '../metrics/count';
import { ApiError, reasonOf } from './api-error';
import { type BareAnswer, bare } from './call-description';
import { clientOf, isFromTrustedProxy } from './client-address';
import { statusOf } from './envelope';
import type { RouteHandler } from './handler';
import { readBody } from './read-input';
import { requestIdOf } from './run-call';

/** Maximum size of an event in bytes. Those of purchases have a few kilobytes. */
const BODY_LIMIT = 128 * 1024;

/** When a call was received: by the wall clock, and by the monotonic clock (ms). */
export type Receipt = { at: Date; startedAt: number };
/** A webhook call, as it was received. The signature covers the bytes. */
type IssuerCall = { raw: Buffer; headers: Headers; receipt: Receipt };
export type IssuerAnswer = { body: string; headers: Record<string, string> };

const ANSWERS: Record<number, BareAnswer> = {
  200: { description: 'Reply to the issuer', mediaType: 'application/json', schema: z.object({}) },
  400: { description: 'The issuer has not signed the body, or it is invalid' },
  404: { description: 'There is no card issuer' },
  413: { description: 'The body is too large' },
};

type IssuerOptions = {
  /** One-line summary for the OpenAPI document. */
  summary: string;
  /** Maximum time for reading the body (ms). */
  bodyTimeoutMs: number;
};

function refusalOf(error: unknown): { status: number; reason: string } {
  if (error instanceof IssuerSignatureError) return { status: 400, reason: 'signature' };
  if (error instanceof IssuerDataError) return { status: 400, reason: 'malformedBody' };
  return { status: error instanceof ApiError ? statusOf(error.code) : 500, reason: reasonOf(error) };
}

/**
 * Creates an endpoint for webhooks of the card issuer. It has no session and needs no `Origin`, because `run` verifies the
 * issuer's signature. It doesn't count toward the limits of visitors, and doesn't use the envelope. An error is answered with
 * its status and no content: issuers decline, or send the event again.
 */
export function issuerHandler(
  { summary, bodyTimeoutMs: timeoutMs }: IssuerOptions,
  run: (call: IssuerCall) => Promise<IssuerAnswer>,
): RouteHandler {
  const answer = async (call: Omit<IssuerCall, 'raw'>, request: Request) => {
    try {
      const raw = await readBody(request, { limit: BODY_LIMIT, timeoutMs });
      const { body, headers } = await run({ ...call, raw });
      return { status: 200, body, headers: { 'Content-Type': 'application/json', ...headers } };
    } catch (error) {
      const { status, reason } = refusalOf(error);
      log[status < 500 ? 'warn' : 'error'](
        { status, reason, err: describeError(error) },
        'a webhook was refused',
      );
      return { status, body: null, headers: {} };
    }
  };
  const route: RouteHandler = async (request, context) => {
    const receipt = { at: new Date(), startedAt: performance.now() };
    const requestId = requestIdOf(request.headers.get('x-request-id'), isFromTrustedProxy(request));
    const { method } = request;
    const params = await context.params;
    const answered = await inRequest(requestId, () => answer({ headers: request.headers, receipt }, request));
    const path = new URL(request.url).pathname;
    const { status: code, body } = answered;
    const ms = performance.now() - receipt.startedAt;
    countAnswer({ method, path, params, code, ms });
    const who = { requestId, client: clientOf(request).id };
    log.info({ ...who, method, path: loggedPath(path), code, ms: Math.round(ms) }, 'answered');
    const headers = { ...answered.headers, 'Cache-Control': 'no-store' };
    return responseOf(
      { status: code, headers, requestId, body, isConditional: false },
      (all) => new Response(body, { status: code, headers: all }),
    );
  };
  return bare(summary, ANSWERS, route);
}
