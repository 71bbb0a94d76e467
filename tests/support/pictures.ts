import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Colour = { r: number; g: number; b: number };
export const RED: Colour = { r: 200, g: 20, b: 20 };
export const BLUE: Colour = { r: 20, g: 20, b: 200 };

/** A picture of one colour. */
export const plain = (width: number, height: number, background: Colour = RED) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A picture whose left half is red and whose right half is blue. */
export const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: BLUE } },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);

/** A picture that compresses badly. */
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

/** A PNG (ISO 15948) whose header tells these dimensions, with `rows` rows of one black bit a pixel. */
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

/** A chunk of compressed text that unpacks to `size` bytes. */
export const textBomb = (size: number) =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]));

/** An animated WebP: a red frame, then a blue one. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all([RED, BLUE].map((colour) => plain(32, 32, colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100], loop: 0, lossless: true })
    .toBuffer();
}

/** Colour of one pixel of a picture. */
export async function colourAt(picture: Buffer, left: number, top: number): Promise<Colour> {
  const [r = 0, g = 0, b = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { r, g, b };
}
