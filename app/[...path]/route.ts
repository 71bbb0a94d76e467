import { notFoundAddress } from '@/lib/http/not-found-address';

/**
 * Unknown paths beside the files: `/images/`, `/icons/` and the like, which the middleware leaves alone for the sake of
 * the files that are there (SITE-2). Only what no file and no page answers comes here.
 */
export function GET(request: Request) {
  return new Response(null, { status: 307, headers: { Location: notFoundAddress(new URL(request.url)) } });
}
