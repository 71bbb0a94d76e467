import 'server-only';
import type { NftProblem } from '@/lib/api/schemas/nft';

/** Maximum bytes of metadata and of a source picture. */
export const METADATA_LIMIT_BYTES = 256 * 1_024;
export const PICTURE_LIMIT_BYTES = 10 * 1_024 * 1_024;
/** Timeout of a whole download. */
export const FETCH_TIMEOUT_MS = 10_000;
export const FETCH_REDIRECTS = 3;
/** Fetches and drawings under way at once on one instance. */
export const FETCHES_AT_ONCE = 24;
export const DRAWINGS_AT_ONCE = 2;
/** Maximum queue length. */
export const WAITING_LIMIT = 200;
/** Maximum source pixels, and the side of the served picture. */
export const PICTURE_LIMIT_PIXELS = 50_000_000;
export const PICTURE_SIDE_PX = 640;
/** A picture that is not drawn after this time is given up, and its process ended. */
export const DRAW_TIMEOUT_MS = 8_000;
/** What is kept in memory, and for how long: what was found, which address a contract names, what failed. */
export const KEPT_BYTES = 64 * 1_024 * 1_024;
export const CACHE_MS = 24 * 60 * 60 * 1_000;
export const ADDRESS_KEPT_MS = 60 * 1_000;
export const FAILURE_KEPT_MS = 5 * 60 * 1_000;

/** Why a collectible cannot be shown: a finding about it, and no fault of ours. */
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
