import 'server-only';
import { z } from 'zod';
import { NO_PAGE_POLICY } from '@/lib/http/response-headers';
import { bare } from '../../http/call-description';
import type { framePage } from './frame-page';

const answers = {
  200: { description: 'The page', mediaType: 'text/html', schema: z.string() },
  404: { description: 'There is no such page on this host', mediaType: 'application/json', schema: z.null() },
};

/** Creates the endpoint of a page for the card page to frame, on its own host only. It is never forwarded to a back end. */
export const frameHandler = (summary: string, pageFor: typeof framePage) =>
  bare(summary, answers, async (request: Request) => {
    const page = pageFor(request.headers.get('host'));
    if (page) return new Response(page.html, { headers: page.headers });
    // The path has no policy of its own, so that the page can have one.
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': NO_PAGE_POLICY };
    return Response.json(null, { status: 404, headers });
  });
