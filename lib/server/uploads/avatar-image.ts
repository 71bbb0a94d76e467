import 'server-only';
import { fileTypeFromBuffer } from 'file-type/core';
import sharp from 'sharp';
import { AVATAR_TYPES } from '@/lib/constants';
import { ApiError } from '../http/api-error';

/**
 * Size of the largest image that is decoded, in pixels. Decoding a phone camera's photo takes about 100 MB of memory.
 */
const AVATAR_LIMIT_PIXELS = 25_000_000;
/** Side length of the square avatar. */
export const AVATAR_SIZE_PX = 256;

const TYPES: readonly string[] = [...AVATAR_TYPES, 'image/apng'];
const DECODE_LIMIT_SECONDS = 10;

// All other decoders, such as SVG, TIFF, and GIF, stay blocked, no matter what type a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
// Uses one thread per image and no cache, because each image is decoded only once.
sharp.concurrency(1);
sharp.cache(false);

const unreadable = (cause: unknown) => new ApiError(400, 'imageUnreadable', null, { cause });

/** Returns an image's width times its height from the header, without decoding it. @throws ApiError 400. */
async function pixelsOf(bytes: Buffer): Promise<number> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return width * height;
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Re-encodes a PNG, JPEG, or WebP image as WebP in sRGB without metadata. Keeps only the first frame, upright and
 * center-cropped to a square of AVATAR_SIZE_PX.
 * @throws ApiError 400 if it can't be decoded, 413 if it has too many pixels, 415 for any other type.
 */
export async function drawAvatar(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (!type || !TYPES.includes(type.mime)) throw new ApiError(415, 'imageType');
  if ((await pixelsOf(bytes)) > AVATAR_LIMIT_PIXELS) throw new ApiError(413, 'imagePixels');
  try {
    return await sharp(bytes, { limitInputPixels: AVATAR_LIMIT_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR_SIZE_PX, AVATAR_SIZE_PX, { fit: 'cover' })
      .timeout({ seconds: DECODE_LIMIT_SECONDS })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw unreadable(error);
  }
}
