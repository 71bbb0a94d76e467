import type { Page } from '@playwright/test';
import jsQR from 'jsqr';

/** What a scanner reads in a picture (PNG), or null. The page's own browser unpacks the pixels. */
export async function decodeQr(page: Page, png: Buffer): Promise<string | null> {
  const { pixels, width, height } = await page.evaluate(async (bytes) => {
    const png = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([png], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const pixels = btoa(Array.from(data, (value) => String.fromCharCode(value)).join(''));
    return { pixels, width, height };
  }, png.toString('base64'));
  return jsQR(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)?.data ?? null;
}
