import { createHash } from 'node:crypto';
import { rename, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type AnswerBody, bodyFile } from '../serve/answer-manifest';

/** Minimum size in bytes for compression. Compressing a smaller body saves nothing. */
const LEAST_COMPRESSED = 256;
/** Media types that have a charset parameter. JSON has none (RFC 8259). */
const TEXT = /^text\/|\b(?:xml|javascript)\b/;
const COMPRESSIBLE = /^text\/|\b(?:json|xml|javascript)\b|svg/;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};
const encodings = ['br', 'gzip'] as const;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Writes a file atomically, unless the file already exists. Doesn't sync files to disk, which would take most of the
 * time.
 */
async function writeOnce(file: string, content: () => Promise<Buffer> | Buffer): Promise<void> {
  if (await exists(file)) return;
  const half = `${file}.${process.pid}.part`;
  await writeFile(half, await content());
  await rename(half, file);
}

/** Returns a media type with its character encoding, which is always UTF-8, so that no client has to guess it. */
const withCharset = (type: string): string =>
  TEXT.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type;

/** Writes each response body once, named by the hash of its content, along with its compressed versions. */
export class BodyFiles {
  readonly #dir: string;
  readonly #written = new Map<string, Promise<AnswerBody['encodings']>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  async #write(hash: string, body: Buffer, type: string): Promise<AnswerBody['encodings']> {
    await writeOnce(bodyFile(this.#dir, { hash }), () => body);
    if (body.length < LEAST_COMPRESSED || !COMPRESSIBLE.test(type)) return [];
    await Promise.all(
      encodings.map((encoding) =>
        writeOnce(bodyFile(this.#dir, { hash }, encoding), () => compressors[encoding](body)),
      ),
    );
    return [...encodings];
  }

  async add(body: Buffer, kind: AnswerBody['kind'], type: string): Promise<AnswerBody> {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 20);
    const written = this.#written.get(hash) ?? this.#write(hash, body, type);
    this.#written.set(hash, written);
    return { kind, type: withCharset(type), hash, encodings: await written };
  }
}
