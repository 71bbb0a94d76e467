import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { nftMetadata } from '@/lib/api/schemas/nft';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { createFairQueue } from '../limits/fair-queue';
import { drawPicture } from './draw-picture';
import { fetchPublic } from './fetch-public';
import {
  CACHE_MS,
  CONCURRENT_FETCHES,
  METADATA_LIMIT_BYTES,
  NftError,
  PICTURE_LIMIT_BYTES,
  QUEUE_LIMIT,
  URI_CACHE_MS,
} from './limits';
import { keep } from './nft-cache';
import { type Metadata, parseMetadata } from './parse-metadata';
import { type NftKey, readSource, readTokenUri } from './source';

const inTurn = createFairQueue(CONCURRENT_FETCHES, QUEUE_LIMIT);

type Reader = {
  key: NftKey;
  /** The client that requested the NFT. */
  client: Client;
};

/** All clients of an IPv6 /48 network share a queue, because they may belong to one subscriber. */
const queueName = ({ id, network }: Client) => network ?? id;

/**
 * Loads the content of a URI from a contract or from metadata.
 * @throws NftError if the URI is refused or can't be loaded, or ApiError 503 if too many fetches are queued.
 */
async function loadSource(
  address: string,
  { client, limitBytes, accept }: { client: Client; limitBytes: number; accept: string },
): Promise<{ bytes: Buffer; mediaType: string }> {
  const source = readSource(address, limitBytes);
  if (source.kind === 'data') return source;
  const { url, gateway } = source;
  return inTurn(queueName(client), () => fetchPublic(url, { limitBytes, accept, gateway }));
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function metadataOf({ key, client }: Reader): Promise<Metadata> {
  const { chainId, contract, tokenId } = key;
  const uri = await keep(
    client,
    `uri ${chainId} ${contract} ${tokenId}`,
    URI_CACHE_MS,
    () => inTurn(queueName(client), () => readTokenUri(key)),
    (text) => text.length * 2,
  );
  return keep(
    client,
    `metadata ${hashOf(uri)}`,
    CACHE_MS,
    async () => {
      const { bytes } = await loadSource(uri, {
        client,
        limitBytes: METADATA_LIMIT_BYTES,
        accept: 'application/json, */*;q=0.1',
      });
      return parseMetadata(bytes);
    },
    (metadata) => JSON.stringify(metadata).length * 2,
  );
}

const nothing = {
  name: null,
  description: null,
  traits: [],
  hasPicture: false,
  suspicions: [],
} satisfies Partial<z.input<typeof nftMetadata>>;

/**
 * Returns an NFT's metadata, or the problem with it.
 * @throws ApiError 400 for an unknown chain, 429 if the client or its network has too many requests waiting, or 503
 * if the RPC endpoint doesn't respond or the server is busy.
 */
export async function readMetadata(reader: Reader): Promise<z.input<typeof nftMetadata>> {
  try {
    const { picture, ...metadata } = await metadataOf(reader);
    return { ...metadata, hasPicture: picture !== null, problem: null };
  } catch (error) {
    if (error instanceof NftError) return { ...nothing, problem: error.problem };
    throw error;
  }
}

export type Picture = { bytes: Buffer; tag: string };

async function drawnPicture(address: string, client: Client): Promise<Picture> {
  const { bytes } = await loadSource(address, { client, limitBytes: PICTURE_LIMIT_BYTES, accept: 'image/*' });
  const drawn = await drawPicture(bytes, queueName(client));
  return { bytes: drawn, tag: hashOf(drawn) };
}

/**
 * Returns an NFT's image, re-encoded as WebP, with its SHA-256 hash.
 * @throws ApiError 404 if the NFT has no image that can be decoded, or the same errors as `readMetadata`.
 */
export async function readPicture(reader: Reader): Promise<Picture> {
  try {
    const { picture } = await metadataOf(reader);
    if (picture === null) throw new NftError('none', 'the metadata names no picture');
    return await keep(
      reader.client,
      `picture ${hashOf(picture)}`,
      CACHE_MS,
      () => drawnPicture(picture, reader.client),
      ({ bytes }) => bytes.byteLength,
    );
  } catch (error) {
    if (error instanceof NftError)
      throw new ApiError(404, 'noPicture', { reason: error.problem }, { cause: error });
    throw error;
  }
}
