import 'server-only';
import { ApiError } from './api-error';
import { readBody } from './read-body';

/** Bytes of a request body. */
const BODY_LIMIT = 64 * 1024;

/** The latter two are browsers' reports. */
const JSON_TYPES = ['application/json', 'application/csp-report', 'application/reports+json'];

const malformed = (cause?: unknown) => new ApiError(400, 'malformedBody', null, { cause });

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw malformed(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error);
  }
}

/** Fields by name. One that comes twice is refused: what reads the first and what reads the last would disagree. */
function fieldsOf(parameters: URLSearchParams): Record<string, string> {
  if (new Set(parameters.keys()).size < parameters.size) throw malformed();
  return Object.fromEntries(parameters);
}

/**
 * The query of a GET or HEAD; the body of any other request, form-encoded or JSON.
 * @throws ApiError 400, 408, 413 or 415.
 */
export async function readInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return fieldsOf(new URL(request.url).searchParams);
  const text = decode(await readBody(request, { limit: BODY_LIMIT }));
  if (text === '') return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPES.includes(type)) return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return fieldsOf(new URLSearchParams(text));
  throw new ApiError(415, 'unsupportedType');
}
