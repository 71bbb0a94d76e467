import { ApiError } from '@/lib/server/http/api-error';
import { admitClient } from '@/lib/server/limits/admit';
import { describeError, log } from '@/lib/server/log';
import { readAvatar } from '@/lib/server/profile/avatar';

const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const nothing = (status: 404 | 429 | 503) =>
  new Response(null, { status, headers: { ...SAFE, 'Cache-Control': 'no-store' } });

/** A user's picture, from whichever store it is in. Its name changes with its content. */
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  try {
    await admitClient('read', request);
    const picture = await readAvatar(name);
    if (!picture) return nothing(404);
    return new Response(new Uint8Array(picture), {
      headers: {
        ...SAFE,
        'Content-Type': 'image/webp',
        'Content-Length': String(picture.byteLength),
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 429) return nothing(429);
    log.warn({ name, err: describeError(error) }, 'a picture could not be read');
    return nothing(503);
  }
}
