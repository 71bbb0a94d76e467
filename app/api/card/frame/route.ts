import { z } from 'zod';
import { NO_PAGE_POLICY } from '@/lib/http/response-headers';
import { framePage } from '@/lib/server/card/frame/frame-page';
import { bare } from '@/lib/server/http/call-description';

export const dynamic = 'force-dynamic';

const answers = {
  200: { description: 'The page', mediaType: 'text/html', schema: z.string() },
  404: { description: 'There is no such page on this host', mediaType: 'application/json', schema: z.null() },
};

/** Serves the page that shows card numbers, on its own host only. It is never forwarded to a back end. */
export const GET = bare(
  'The page in which the issuer’s script shows the number of a card',
  answers,
  async (request: Request) => {
    const page = framePage(request.headers.get('host'));
    if (page) return new Response(page.html, { headers: page.headers });
    // The path has no policy of its own, so that the page can have one.
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': NO_PAGE_POLICY };
    return Response.json(null, { status: 404, headers });
  },
);
