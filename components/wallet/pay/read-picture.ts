import { loadReader } from './detector';

const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** A code fills a good part of its picture: more pixels take time alone. */
const MAX_SIDE_PX = 2_048;

export type PictureProblem = 'notPicture' | 'tooLarge' | 'noCode' | 'severalCodes' | 'readerFailed';

async function unpack(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const scale = MAX_SIDE_PX / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const smaller = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'medium',
  });
  whole.close();
  return smaller;
}

/** The text of the one QR code in a picture, or why there is none. The picture stays on the device. */
export async function readPicture(file: Blob): Promise<{ text: string } | { problem: PictureProblem }> {
  if (file.size > MAX_PICTURE_BYTES) return { problem: 'tooLarge' };
  const bitmap = await unpack(file).catch(() => null);
  if (!bitmap) return { problem: 'notPicture' };
  try {
    const readCodes = await loadReader();
    const [text, ...others] = await readCodes(bitmap);
    if (text === undefined) return { problem: 'noCode' };
    return others.length > 0 ? { problem: 'severalCodes' } : { text };
  } catch {
    return { problem: 'readerFailed' };
  } finally {
    bitmap.close();
  }
}
