import type { Page } from '@playwright/test';
import jsQR from 'jsqr';

/** What a scanner reads in a picture (PNG), or null. The page's own browser unpacks the pixels. */
export async function decodeQr(page: Page, png: Buffer): Promise<string | null> {
  const { data, width, height } = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const image = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return { data: [...image.data], width: image.width, height: image.height };
    },
    [...png],
  );
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data ?? null;
}
