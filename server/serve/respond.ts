import type { IncomingMessage, ServerResponse } from 'node:http';
import { partsOf } from '@/lib/http/response-parts';
import type { loadAnswers } from './answers';
import type { loadApiRoutes } from './api-router';
import { toRequest } from './incoming-request';
import { sendAnswer } from './send-answer';
import { sendParts } from './send-parts';

interface Responders {
  /** Responds with a file of the build, or returns false. */
  answer: Awaited<ReturnType<typeof loadAnswers>>;
  /** Returns the handler of an API call, or null. */
  findCall: Awaited<ReturnType<typeof loadApiRoutes>>;
  /** Responds to everything else. */
  passToNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Returns the server's request listener. If a route handler or Next fails, the listener ends the response and rejects. The
 * listener for unhandled rejections logs the error like all others, because it could contain an RPC endpoint's key
 * (lib/server/stop/crash.ts).
 */
export function respond({ answer, findCall, passToNext }: Responders) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (answer(request, response)) return;
    const call = findCall(request.method ?? '', pathOf(request));
    try {
      if (!call) return await passToNext(request, response);
      const { handler, params } = call;
      const answered = await handler(toRequest(request, response), { params: Promise.resolve(params) });
      const parts = partsOf(answered);
      await (parts ? sendParts(parts, request, response) : sendAnswer(answered, request, response));
    } catch (error) {
      if (call && !response.headersSent) {
        // Those of the response that couldn't be sent could let it be cached.
        for (const name of ['CDN-Cache-Control', 'ETag', 'Content-Encoding', 'Content-Length'])
          response.removeHeader(name);
        response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
      } else response.destroy();
      throw error;
    }
  };
}
