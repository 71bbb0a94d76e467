import 'server-only';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { BodyVariant, Encoding, SharedBody } from '@/lib/http/response-parts';
import { cachedValue } from '../cached';

/** Minimum size in bytes for compression. */
const LEAST_COMPRESSED = 256;
/** A body may change every second, so it isn't compressed as much as possible. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
const suffixes = { br: '-br', gzip: '-gz' } as const;

/** Text that many clients receive. It's hashed, and compressed for each encoding that a client accepts, once. */
export class SharedText implements SharedBody {
  readonly hash: string;
  readonly #identity: BodyVariant;
  readonly #packed: { br?: BodyVariant | Promise<BodyVariant>; gzip?: BodyVariant | Promise<BodyVariant> } =
    {};
  readonly #envelopes = new Map<string, SharedText>();

  constructor(readonly text: string) {
    const bytes = Buffer.from(text);
    this.hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
    this.#identity = { encoding: 'identity', etag: `"${this.hash}"`, bytes };
  }

  variant(encoding: Encoding): BodyVariant | Promise<BodyVariant> {
    if (encoding === 'identity' || this.#identity.bytes.byteLength < LEAST_COMPRESSED) return this.#identity;
    this.#packed[encoding] ??= this.#pack(encoding);
    return this.#packed[encoding];
  }

  async #pack(encoding: 'br' | 'gzip'): Promise<BodyVariant> {
    const bytes = await compressors[encoding](this.#identity.bytes as Buffer).catch((error: unknown) => {
      delete this.#packed[encoding];
      throw error;
    });
    const packed = { encoding, etag: `"${this.hash}${suffixes[encoding]}"`, bytes };
    // From now on, clients get it without waiting for a promise.
    this.#packed[encoding] = packed;
    return packed;
  }

  /** Returns this JSON in an envelope with the message `msg`, of which there is one per language. */
  inEnvelope(msg: string, wrap: (json: string) => string): SharedText {
    const made = this.#envelopes.get(msg) ?? new SharedText(wrap(this.text));
    this.#envelopes.set(msg, made);
    return made;
  }
}

/** Maximum number of different answers of a call that are cached, because anyone can send any query. */
const MAX_TEXTS = 64;
const UNCHANGED = {};

/**
 * Caches the text of a call's answers by key, for CACHE_MS and while `version` returns the same object. A new text that is
 * equal to the last one keeps its compressed bodies. Errors aren't cached.
 */
export function sharedTexts(version?: () => object | Promise<object>) {
  type Make = () => Promise<string>;
  const last = new LRUCache<string, SharedText>({ max: MAX_TEXTS });
  const makeMemo = (key: string) =>
    cachedValue(async (makeText: Make) => {
      const text = await makeText();
      const known = last.get(key);
      const shared = known?.text === text ? known : new SharedText(text);
      last.set(key, shared);
      return shared;
    });
  type Memos = LRUCache<string, ReturnType<typeof makeMemo>>;
  const byVersion = new WeakMap<object, Memos>();
  const read = (current: object, key: string, make: Make): Promise<SharedText> => {
    const memos: Memos = byVersion.get(current) ?? new LRUCache({ max: MAX_TEXTS });
    byVersion.set(current, memos);
    const memo = memos.get(key) ?? makeMemo(key);
    memos.set(key, memo);
    return memo.read(make);
  };
  const versionOf = () => version?.() ?? UNCHANGED;
  return {
    /** Returns the cached text, without a promise, or undefined if there is none. */
    known: (key: string): SharedText | undefined => {
      const current = versionOf();
      return current instanceof Promise ? undefined : byVersion.get(current)?.get(key)?.known();
    },
    read: async (key: string, make: Make): Promise<SharedText> => read(await versionOf(), key, make),
  };
}
