import { NO_PAGE_POLICY } from '@/lib/http/response-headers';
import { forward } from '@/lib/server/back-end/forward';
import { isPlainPath } from '@/lib/server/back-end/with-back-end';
import { ApiError } from '@/lib/server/http/api-error';
import { admitClient } from '@/lib/server/limits/admit';
import { describeError, log } from '@/lib/server/log';
import { readAvatar } from '@/lib/server/profile/avatar-files';
import { serverEnv } from '@/lib/settings/env';

const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': NO_PAGE_POLICY,
};

const nothing = (status: 404 | 429 | 503) =>
  new Response(null, { status, headers: { ...SAFE, 'Cache-Control': 'no-store' } });

/**
 * Forwards a user's profile picture from the operator's back end, or responds with 404 if the content isn't an image.
 */
async function fromBackEnd(request: Request, apiOrigin: string, name: string): Promise<Response> {
  const answer = await forward(request, apiOrigin, { name });
  if (answer.ok && !answer.headers.get('content-type')?.startsWith('image/')) {
    await answer.body?.cancel();
    return nothing(404);
  }
  for (const [header, value] of Object.entries(SAFE)) answer.headers.set(header, value);
  return answer;
}

/** Serves a user's profile picture. The file name is never used for another content. */
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const { API_ORIGIN } = serverEnv();
  if (API_ORIGIN !== undefined)
    return isPlainPath(new URL(request.url).pathname) ? fromBackEnd(request, API_ORIGIN, name) : nothing(404);
  try {
    await admitClient('read', request);
    const picture = await readAvatar(name);
    if (!picture) return nothing(404);
    return new Response(new Uint8Array(picture), {
      headers: {
        ...SAFE,
        'Content-Type': 'image/webp',
        'Content-Length': String(picture.byteLength),
        'Content-Disposition': 'inline; filename="avatar.webp"',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 429) return nothing(429);
    log.warn({ name, err: describeError(error) }, 'a picture could not be read');
    return nothing(503);
  }
}
