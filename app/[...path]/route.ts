import { notFoundAddress } from '@/lib/http/not-found-address';

/**
 * Redirects unknown paths in static file folders, such as `/images/` and `/icons/`, to the not-found page, because the
 * middleware skips them (SITE-2). Only requests that match no file or page get here.
 */
export function GET(request: Request) {
  return new Response(null, { status: 307, headers: { Location: notFoundAddress(new URL(request.url)) } });
}
