import 'server-only';
import { ApiError } from './api-error';

/** Bytes of a request body. */
const BODY_LIMIT = 64 * 1024;

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) throw new ApiError(413, 'tooLarge');
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new ApiError(413, 'tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'malformedBody', null, { cause: error });
  }
}

/** The query of a GET or HEAD; the body of any other request, form-encoded or JSON. Throws ApiError 400, 413 or 415. */
export async function readInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return Object.fromEntries(new URL(request.url).searchParams);
  const text = await readText(request);
  if (text === '') return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  throw new ApiError(415, 'unsupportedType');
}
