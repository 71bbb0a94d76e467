import { LONGEST_IMAGE_SIDE, type SentImageType } from '../content';
import { LARGEST_PLAIN_BYTES, type PlainImage } from './image-cipher';
import { readImageHeader } from './image-header';

/** Maximum size of a file to send, in bytes. */
const LARGEST_FILE = 50 * 1_024 * 1_024;
/** Maximum number of pixels that are decoded, which takes four bytes each. */
export const MOST_PIXELS = 100_000_000;
/** Qualities and sides that are tried in turn until the image is small enough. */
const QUALITIES = [0.85, 0.7, 0.5] as const;
const SCALES = [1, 0.7, 0.5, 0.35] as const;

/** Why a file can't be sent. Each has a sentence under `wallet.messages.image.problem`. */
export type ImageProblem = 'type' | 'tooLarge' | 'unreadable';

/** A file can't be sent as an image. */
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

/** Decodes and encodes images. The browser in the page. */
export type Codec<Picture extends Side> = {
  /** Decodes the first picture of a file, upright. Rejects if it can't be decoded. */
  decode: (file: Blob) => Promise<Picture>;
  /** Returns the picture, drawn anew, or null if the browser can't encode the format. */
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
    // JPEG has no transparency, which would turn black.
    if (mediaType === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, mediaType, quality));
    // Browsers that can't encode a format encode PNG.
    return blob?.type === mediaType ? blob : null;
  },
  release: (bitmap) => bitmap.close(),
};

const fitted = ({ width, height }: Side, longest: number): Side => {
  const scale = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
};

/** Encodes a picture as WebP, or as JPEG where the browser can't, in the best quality that fits the limits. */
async function encode<Picture extends Side>(
  picture: Picture,
  codec: Codec<Picture>,
): Promise<PlainImage | null> {
  const longest = Math.min(LONGEST_IMAGE_SIDE, Math.max(picture.width, picture.height));
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
      if (blob.size > LARGEST_PLAIN_BYTES) continue;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const header = readImageHeader(bytes);
      const isSame =
        header?.mediaType === mediaType && header.width === size.width && header.height === size.height;
      return isSame ? { bytes, ...size, mediaType } : null;
    }
  return null;
}

/**
 * Decodes a picture and encodes it anew within the limits. So nothing of the file but its pixels is sent: no location, no
 * name, no comments, and nothing that is appended.
 * @throws ImageProblemError if it's no PNG, JPEG, WebP, or GIF, is too large, or can't be decoded or encoded.
 */
export async function prepareImage<Picture extends Side>(
  file: Blob,
  codec: Codec<Picture>,
): Promise<PlainImage> {
  if (file.size > LARGEST_FILE) throw new ImageProblemError('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = readImageHeader(bytes);
  if (!header) throw new ImageProblemError('type');
  if (header.width * header.height > MOST_PIXELS) throw new ImageProblemError('tooLarge');
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
