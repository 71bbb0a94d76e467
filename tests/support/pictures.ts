import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import encodeQR from 'qr';
import sharp from 'sharp';

type Colour = { r: number; g: number; b: number };
export const RED: Colour = { r: 200, g: 20, b: 20 };
export const BLUE: Colour = { r: 20, g: 20, b: 200 };

/**
 * Lets this test decode all formats. The server's code blocks most decoders for the whole process, in which other tests
 * may have loaded that code.
 */
export const unblockDecoders = (): void => sharp.unblock({ operation: ['VipsForeignLoad'] });

/** Returns a single-color image. */
export const plain = (width: number, height: number, background: Colour = RED) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Returns an image whose left half is red and whose right half is blue. */
export const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: BLUE } },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);

/** Returns an image that compresses poorly. */
export function noise(side: number) {
  let state = 1;
  const pixels = Buffer.alloc(side * side * 3).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a PNG (ISO 15948) with these dimensions in its header, but only `rows` rows of black 1-bit pixels. */
export function hollowPng(width: number, height: number, rows = 0, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG chunk of compressed text that decompresses to `size` bytes. */
export const textBomb = (size: number) =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]));

/** Returns an animated WebP: a red frame, then a blue one. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all([RED, BLUE].map((colour) => plain(32, 32, colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100], loop: 0, lossless: true })
    .toBuffer();
}

/** Returns the color of one pixel in an image. */
export async function colourAt(picture: Buffer, left: number, top: number): Promise<Colour> {
  const [r = 0, g = 0, b = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { r, g, b };
}

/**
 * Returns the text of the QR code in a PNG image, or null if there is none. Uses the page's browser to decode the
 * pixels.
 */
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

const [WIDTH, HEIGHT] = [640, 480];
const MODULE_PX = 8;

/**
 * Writes a video (YUV4MPEG2) for Chromium to use as its camera. Its only frame shows a QR code as a camera sees it:
 * slightly dark, centered on gray.
 */
export async function filmCode(file: string, text: string): Promise<void> {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 120);
  const side = code.length * MODULE_PX;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = code[Math.floor(y / MODULE_PX)]?.[Math.floor(x / MODULE_PX)] ?? false;
      luma[(top + y) * WIDTH + left + x] = isDark ? 40 : 215;
    }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  await writeFile(file, Buffer.concat([Buffer.from(header), luma, colour]));
}
