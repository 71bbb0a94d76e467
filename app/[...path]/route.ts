import { notFoundAddress } from '@/lib/http/not-found-address';

/**
 * Unknown paths under the folders of static files, such as `/images/` and `/icons/`, which the middleware skips
 * (SITE-2). Only requests that match no file and no page get here.
 */
export function GET(request: Request) {
  return new Response(null, { status: 307, headers: { Location: notFoundAddress(new URL(request.url)) } });
}
