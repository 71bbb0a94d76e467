import type { IncomingMessage, ServerResponse } from 'node:http';
import { areBaseHeadersLeft, leaveBaseHeaders } from '@/lib/http/base-headers';
import { partsOf } from '@/lib/http/response-parts';
import type { Answers } from './answers';
import type { Call, FindCall } from './api-router';
import { toRequest } from './incoming-request';
import { isOfApi } from './next-paths';
import { setBase } from './response-head';
import { sendAnswer } from './send-answer';
import { sendParts } from './send-parts';

interface Responders {
  /** The files of the build. */
  files: Answers;
  findCall: FindCall;
  /** Responds to everything else. */
  passToNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function send(answered: Response, path: string, request: IncomingMessage, response: ServerResponse) {
  const parts = partsOf(answered);
  return parts ? sendParts(parts, path, request, response) : sendAnswer(answered, path, request, response);
}

/** Responds to an API call. Returns a promise only if that takes more than this turn. */
function respondToCall(
  { handler, params }: Call,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const asked = toRequest(request, response);
  const answered = handler.now?.(asked, params) ?? handler(asked, { params: Promise.resolve(params) });
  return answered instanceof Promise
    ? answered.then((answer) => send(answer, path, request, response))
    : send(answered, path, request, response);
}

/** Ends the response to a call whose handler failed, or that couldn't be sent. */
function refuse(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Those of the response that couldn't be sent could let it be cached.
  for (const name of ['CDN-Cache-Control', 'ETag', 'Content-Encoding', 'Content-Length'])
    response.removeHeader(name);
  response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
}

async function settle(sent: Promise<void>, path: string, response: ServerResponse): Promise<void> {
  try {
    await sent;
  } catch (error) {
    setBase(path, response);
    refuse(response);
    throw error;
  }
}

/** Returns whether this server sends all headers of a request's response itself. Node alone answers some others. */
const sendsBase =
  ({ has }: Answers) =>
  (request: IncomingMessage): boolean => {
    const { host, expect } = request.headers;
    if (host === undefined || expect !== undefined) return false;
    const path = pathOf(request);
    return isOfApi(path) || ((request.method === 'GET' || request.method === 'HEAD') && has(path));
  };

/**
 * Returns the server's request listener, which returns a promise if a response takes more than this turn. If a route handler
 * or Next fails, the listener ends the response and rejects. The listener for unhandled rejections logs the error like all
 * others, because it could contain an RPC endpoint's key (lib/server/stop/crash.ts).
 */
export function respond({ files, findCall, passToNext }: Responders) {
  leaveBaseHeaders(sendsBase(files));
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const path = pathOf(request);
    try {
      if (files.answer(path, request, response)) return undefined;
      const call = findCall(request.method ?? '', path);
      if (call) {
        const sent = respondToCall(call, path, request, response);
        return sent && settle(sent, path, response);
      }
      if (areBaseHeadersLeft(request)) setBase(path, response);
    } catch (error) {
      return settle(Promise.reject(error), path, response);
    }
    return passToNext(request, response).catch((error: unknown) => {
      response.destroy();
      throw error;
    });
  };
}
