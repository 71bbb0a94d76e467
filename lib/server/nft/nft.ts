import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { nftMetadata } from '@/lib/api/schemas/nft';
import { ApiError } from '../http/api-error';
import { drawPicture } from './draw-picture';
import { keep } from './keep';
import { ADDRESS_KEPT_MS, KEPT_MS, METADATA_LIMIT_BYTES, PICTURE_LIMIT_BYTES } from './limits';
import { loadSource } from './load-source';
import { NftError } from './nft-error';
import { type Metadata, parseMetadata } from './parse-metadata';
import { type NftKey, readTokenUri } from './token-uri';

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function metadataOf(key: NftKey): Promise<Metadata> {
  const { chainId, contract, tokenId } = key;
  const uri = await keep(
    `uri ${chainId} ${contract} ${tokenId}`,
    ADDRESS_KEPT_MS,
    () => readTokenUri(key),
    (text) => text.length * 2,
  );
  return keep(
    `metadata ${hashOf(uri)}`,
    KEPT_MS,
    async () => {
      const { bytes } = await loadSource(uri, {
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
 * What a collectible's metadata says, or why there is none.
 * @throws ApiError 400 for an unknown chain, 503 where its node does not answer or too much is asked at once.
 */
export async function readMetadata(key: NftKey): Promise<z.input<typeof nftMetadata>> {
  try {
    const { picture, ...metadata } = await metadataOf(key);
    return { ...metadata, hasPicture: picture !== null, problem: null };
  } catch (error) {
    if (error instanceof NftError) return { ...nothing, problem: error.problem };
    throw error;
  }
}

export type Picture = { bytes: Buffer; tag: string };

async function drawnPicture(address: string): Promise<Picture> {
  const { bytes } = await loadSource(address, { limitBytes: PICTURE_LIMIT_BYTES, accept: 'image/*' });
  const drawn = await drawPicture(bytes);
  return { bytes: drawn, tag: hashOf(drawn) };
}

/**
 * A collectible's picture, drawn anew as WebP, and its SHA-256.
 * @throws ApiError 404 where there is none that can be drawn, else as `readMetadata` does.
 */
export async function readPicture(key: NftKey): Promise<Picture> {
  try {
    const { picture } = await metadataOf(key);
    if (picture === null) throw new NftError('none', 'the metadata names no picture');
    return await keep(
      `picture ${hashOf(picture)}`,
      KEPT_MS,
      () => drawnPicture(picture),
      ({ bytes }) => bytes.byteLength,
    );
  } catch (error) {
    if (error instanceof NftError)
      throw new ApiError(404, 'noPicture', { reason: error.problem }, { cause: error });
    throw error;
  }
}
