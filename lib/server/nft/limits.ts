import 'server-only';
import type { NftProblem } from '@/lib/api/schemas/nft';

/** Maximum bytes of metadata and of a source picture. */
export const METADATA_LIMIT_BYTES = 256 * 1_024;
export const PICTURE_LIMIT_BYTES = 10 * 1_024 * 1_024;
/** Timeout of a whole download. */
export const FETCH_TIMEOUT_MS = 10_000;
export const FETCH_REDIRECTS = 3;
/** Concurrent fetches and re-encodings on one instance. */
export const CONCURRENT_FETCHES = 24;
export const CONCURRENT_DRAWINGS = 2;
/** Maximum queue length. */
export const QUEUE_LIMIT = 200;
/** Maximum source pixels, and the side of the served picture. */
export const PICTURE_LIMIT_PIXELS = 50_000_000;
export const PICTURE_SIDE_PX = 640;
/** A re-encoding that takes longer is aborted and its process killed. */
export const DRAW_TIMEOUT_MS = 8_000;
/** In-memory cache size, and TTLs of content, contract-provided URIs, and failures. */
export const CACHE_LIMIT_BYTES = 64 * 1_024 * 1_024;
export const CACHE_MS = 24 * 60 * 60 * 1_000;
export const URI_CACHE_MS = 60 * 1_000;
export const FAILURE_CACHE_MS = 5 * 60 * 1_000;

/** Why an NFT cannot be shown: a problem with the NFT, not with this server. */
export class NftError extends Error {
  override name = 'NftError';
  constructor(
    readonly problem: NftProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
