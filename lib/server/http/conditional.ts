import 'server-only';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { acceptedEncodings, type Encoding } from '@/lib/http/accept-encoding';

/** Far below the build's 11: the body is compressed when it changes, while a client waits. */
const BROTLI_QUALITY = 5;
const suffixes: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

type Packed = { hash: string; bodies: Map<Encoding, Promise<Buffer>> };

/** The latest bodies by their text, so that each is hashed and compressed once however many clients get it. */
const packed = new LRUCache<string, Packed>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (_, text) => text.length + 1,
});

function pack(text: string): Packed {
  const known = packed.get(text);
  if (known) return known;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  const made = { hash, bodies: new Map() };
  packed.set(text, made);
  return made;
}

/**
 * Returns a response that many clients get alike: compressed, with a strong ETag for each encoding (RFC 9110, section
 * 8.8.3), or 304 if the client has it. `headers` hold its `Vary`.
 */
export async function conditional(
  request: Request,
  text: string,
  headers: Record<string, string> & { Vary: string },
): Promise<Response> {
  const [encoding = 'identity'] = acceptedEncodings(request.headers.get('accept-encoding') ?? '');
  const { hash, bodies } = pack(text);
  const etag = `"${hash}${suffixes[encoding]}"`;
  const own = { ...headers, Vary: `${headers.Vary}, Accept-Encoding`, ETag: etag };
  if (fresh(Object.fromEntries(request.headers), { etag }))
    return new Response(null, { status: 304, headers: own });
  const body = bodies.get(encoding) ?? compressors[encoding](Buffer.from(text));
  bodies.set(encoding, body);
  return new Response(new Uint8Array(await body), {
    headers: { ...own, ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }) },
  });
}
