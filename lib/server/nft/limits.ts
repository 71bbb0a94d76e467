import 'server-only';
import type { NftProblem } from '@/lib/api/schemas/nft';

/** Maximum size of metadata and of a source image. */
export const METADATA_LIMIT_BYTES = 256 * 1_024;
/** Maximum length of a URI from a contract: the largest metadata in percent-encoding, and a media type. */
export const URI_LIMIT_CHARACTERS = 3 * METADATA_LIMIT_BYTES + 1_024;
export const PICTURE_LIMIT_BYTES = 10 * 1_024 * 1_024;
/** Timeout for a whole download, including redirects. */
export const FETCH_TIMEOUT_MS = 10_000;
export const FETCH_REDIRECTS = 3;
/** How long one DNS server has to answer. */
export const DNS_TIMEOUT_MS = 2_000;
/** Maximum number of concurrent reads and fetches, and of concurrent re-encodings, per instance. */
export const CONCURRENT_FETCHES = 24;
export const CONCURRENT_DRAWINGS = 2;
/** Maximum number of queued reads and fetches, and of queued re-encodings. */
export const QUEUE_LIMIT = 200;
/**
 * How many uncached metadata and images are loaded at once for one client, and how many may wait. A browser opens up to
 * 6 connections over HTTP/1.1, and sends up to 128 requests at once over HTTP/2.
 */
export const CLIENT_CONCURRENT = 6;
export const CLIENT_WAITING = 128;
/**
 * Limits for all clients of an IPv6 /48 network together: half of the fetches, and the requests of a few clients.
 */
export const NETWORK_CONCURRENT = CONCURRENT_FETCHES / 2;
export const NETWORK_WAITING = 4 * CLIENT_WAITING;
/** Maximum number of pixels in a source image, and maximum side length of the served image. */
export const PICTURE_LIMIT_PIXELS = 50_000_000;
export const PICTURE_SIDE_PX = 640;
/**
 * Maximum duration and memory of a re-encoding. Beyond that, the process is killed. Images of the maximum size take up to
 * 320 MB, except AVIF: those of more than about 20 million pixels are refused.
 */
export const DRAW_TIMEOUT_MS = 8_000;
export const DRAW_LIMIT_BYTES = 512 * 1_024 * 1_024;
/** Size of the in-memory cache, and how long it keeps content, URIs read from a contract, and failures. */
export const CACHE_LIMIT_BYTES = 64 * 1_024 * 1_024;
export const CACHE_MS = 24 * 60 * 60 * 1_000;
export const URI_CACHE_MS = 60 * 1_000;
export const FAILURE_CACHE_MS = 5 * 60 * 1_000;

/** Thrown if an NFT can't be shown because of a problem with the NFT, not with this server. */
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
