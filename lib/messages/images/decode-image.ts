import type { PlainImage } from '@/lib/messages/protocol/content';
import { BrokenImageError } from './image-cipher';

/**
 * Decodes an image to a bitmap, scaled down if its longest side exceeds `longest` pixels. The caller must close the
 * bitmap. Rechecks the dimensions after decoding, because the header may be false.
 * @throws BrokenImageError if it can't be decoded.
 */
export async function decodeImage(
  { bytes, mediaType, width, height }: PlainImage,
  longest = Number.POSITIVE_INFINITY,
): Promise<ImageBitmap> {
  // A bitmap has no document, so it can't run scripts, load resources, or contain links.
  const whole = await createImageBitmap(new Blob([bytes], { type: mediaType })).catch((cause: unknown) => {
    throw new BrokenImageError('undecodable', { cause });
  });
  const scale = longest / Math.max(width, height);
  if (whole.width === width && whole.height === height && scale >= 1) return whole;
  try {
    if (whole.width !== width || whole.height !== height) throw new BrokenImageError('other dimensions');
    return await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(width * scale)),
      resizeHeight: Math.max(1, Math.round(height * scale)),
      resizeQuality: 'high',
    });
  } finally {
    whole.close();
  }
}
