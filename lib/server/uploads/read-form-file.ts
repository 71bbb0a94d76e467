import 'server-only';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { bodyChunks } from '@/lib/server/http/read-input';
import { ApiError } from '../http/api-error';

/** Timeout for receiving a file, slightly shorter than the timeout for the whole request. */
export const UPLOAD_BODY_TIMEOUT_MS = 55_000;

/** Maximum size of everything in a form except its file, such as boundaries and headers. */
const FORM_OVERHEAD_BYTES = 8 * 1_024;

/** Maximum size of the value of a text field. Longer ones are cut off, and then fail their check. */
const FIELD_BYTES = 1_024;

type FormLimits = {
  /** Name of the file's field. */
  field: string;
  limitBytes: number;
  /** Names of text fields that the form may have, each at most once. */
  texts?: readonly string[];
};

/** Yields chunks until the form is rejected. The rest isn't read. */
async function* untilRefused(chunks: AsyncIterable<Uint8Array>, refusal: () => ApiError | undefined) {
  for await (const chunk of chunks) {
    const refused = refusal();
    if (refused) throw refused;
    yield chunk;
  }
}

function parserOf(contentType: string, { fileSize, fields }: { fileSize: number; fields: number }) {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // One byte more than allowed, because busboy also flags a file whose size equals its limit.
      limits: { files: 1, fields, fieldSize: FIELD_BYTES, fileSize: fileSize + 1, headerPairs: 16 },
    });
  } catch (error) {
    throw new ApiError(400, 'malformedBody', null, { cause: error });
  }
}

/**
 * Reads a multipart form (RFC 7578) with a single file and the given text fields. Rejects a form that contains anything
 * else. Stops reading at the first byte over the limit.
 * @throws ApiError 400, 408, 413, or 415.
 */
export async function readForm(
  request: Request,
  { field, limitBytes, texts = [] }: FormLimits,
): Promise<{ file: Buffer; values: Record<string, string> }> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new ApiError(415, 'unsupportedType');
  const body = bodyChunks(request, {
    limit: limitBytes + FORM_OVERHEAD_BYTES,
    timeoutMs: UPLOAD_BODY_TIMEOUT_MS,
  });
  if (!request.body) throw new ApiError(400, 'oneFile');
  const parser = parserOf(contentType, { fileSize: limitBytes, fields: texts.length });
  const chunks: Buffer[] = [];
  let found = false;
  // Stored here and thrown where the body is read, because busboy can't be destroyed inside its event handlers.
  let refusal: ApiError | undefined;
  const refuse = (error: ApiError) => {
    refusal ??= error;
  };
  parser.on('file', (name, stream) => {
    // A stream error also ends the parser, which reports it.
    stream.on('error', () => undefined);
    stream.on('limit', () => refuse(new ApiError(413, 'tooLarge')));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    found = true;
    if (name !== field) refuse(new ApiError(400, 'oneFile'));
  });
  const values = new Map<string, string>();
  parser.on('field', (name, value) => {
    if (!texts.includes(name) || values.has(name)) refuse(new ApiError(400, 'oneFile'));
    values.set(name, value);
  });
  for (const event of ['filesLimit', 'fieldsLimit'] as const)
    parser.on(event, () => refuse(new ApiError(400, 'oneFile')));
  try {
    await pipeline(
      untilRefused(body, () => refusal),
      parser,
    );
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refusal ?? new ApiError(400, 'malformedBody', null, { cause: error });
  }
  if (refusal) throw refusal;
  if (!found) throw new ApiError(400, 'oneFile');
  return { file: Buffer.concat(chunks), values: Object.fromEntries(values) };
}

/** Reads the single file of a multipart form that has nothing else. @throws the same errors as `readForm`. */
export const readFormFile = async (
  request: Request,
  limits: Pick<FormLimits, 'field' | 'limitBytes'>,
): Promise<Buffer> => (await readForm(request, limits)).file;
