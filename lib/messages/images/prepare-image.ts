import { MAX_IMAGE_SIDE, type PlainImage, type SentImageType } from '@/lib/messages/protocol/content';
import { MAX_PLAIN_BYTES } from './image-cipher';
import { readImageHeader } from './image-header';

/** Maximum size of a file to send, in bytes. */
const MAX_FILE_BYTES = 50 * 1_024 * 1_024;
/** Maximum number of pixels to decode. Each takes four bytes of memory. */
export const MAX_PIXELS = 100_000_000;
/** Qualities and side lengths to try in order until the image is small enough. */
const QUALITIES = [0.85, 0.7, 0.5] as const;
const SCALES = [1, 0.7, 0.5, 0.35] as const;

/** Why a file can't be sent. The text of each is under `wallet.messages.image.problem`. */
export type ImageProblem = 'type' | 'tooLarge' | 'unreadable';

/** Thrown if a file can't be sent as an image. */
export class ImageProblemError extends Error {
  override name = 'ImageProblemError';
  constructor(
    readonly problem: ImageProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

type Side = { width: number; height: number };

/** Decodes and encodes images. The page uses the browser's codecs. */
export type Codec<Picture extends Side> = {
  /** Decodes the first frame of a file, with its EXIF orientation applied. Rejects if it can't be decoded. */
  decode: (file: Blob) => Promise<Picture>;
  /** Redraws and encodes the picture. Resolves to null if the browser can't encode the format. */
  encode: (
    picture: Picture,
    size: Side,
    format: { mediaType: SentImageType; quality: number },
  ) => Promise<Blob | null>;
  release: (picture: Picture) => void;
};

export const browserCodec: Codec<ImageBitmap> = {
  decode: (file) => createImageBitmap(file),
  encode: async (bitmap, { width, height }, { mediaType, quality }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) return null;
    // JPEG has no transparency, and transparent pixels would turn black.
    if (mediaType === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, mediaType, quality));
    // Browsers fall back to PNG for a format that they can't encode.
    return blob?.type === mediaType ? blob : null;
  },
  release: (bitmap) => bitmap.close(),
};

const fitted = ({ width, height }: Side, longest: number): Side => {
  const scale = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
};

/** Encodes a picture at the highest quality within the limits, as WebP if the browser supports it, or else as JPEG. */
async function encode<Picture extends Side>(
  picture: Picture,
  codec: Codec<Picture>,
): Promise<PlainImage | null> {
  const longest = Math.min(MAX_IMAGE_SIDE, Math.max(picture.width, picture.height));
  let mediaType: SentImageType = 'image/webp';
  for (const scale of SCALES)
    for (const quality of QUALITIES) {
      const size = fitted(picture, longest * scale);
      let blob = await codec.encode(picture, size, { mediaType, quality });
      if (!blob && mediaType === 'image/webp') {
        mediaType = 'image/jpeg';
        blob = await codec.encode(picture, size, { mediaType, quality });
      }
      if (!blob) return null;
      if (blob.size > MAX_PLAIN_BYTES) continue;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const header = readImageHeader(bytes);
      const isSame =
        header?.mediaType === mediaType && header.width === size.width && header.height === size.height;
      return isSame ? { bytes, ...size, mediaType } : null;
    }
  return null;
}

/**
 * Decodes and re-encodes a picture within the limits. This strips everything but the pixels: location, file name,
 * comments, and appended data.
 * @throws ImageProblemError if the file isn't a PNG, JPEG, WebP, or GIF, is too large, or can't be decoded or encoded.
 */
export async function prepareImage<Picture extends Side>(
  file: Blob,
  codec: Codec<Picture>,
): Promise<PlainImage> {
  if (file.size > MAX_FILE_BYTES) throw new ImageProblemError('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = readImageHeader(bytes);
  if (!header) throw new ImageProblemError('type');
  if (header.width * header.height > MAX_PIXELS) throw new ImageProblemError('tooLarge');
  try {
    const picture = await codec.decode(new Blob([bytes], { type: header.mediaType }));
    try {
      const image = await encode(picture, codec);
      if (image) return image;
    } finally {
      codec.release(picture);
    }
  } catch (cause) {
    throw new ImageProblemError('unreadable', { cause });
  }
  throw new ImageProblemError('unreadable');
}
