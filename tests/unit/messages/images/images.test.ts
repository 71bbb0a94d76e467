/** @jest-environment node */
import fc from 'fast-check';
import sharp from 'sharp';
import {
  BrokenImageError,
  decryptImage,
  encryptImage,
  MAX_PLAIN_BYTES,
} from '@/lib/messages/images/image-cipher';
import { readImageHeader } from '@/lib/messages/images/image-header';
import { type Codec, prepareImage } from '@/lib/messages/images/prepare-image';
import {
  decodeContent,
  encodeContent,
  type ImageFile,
  MAX_DESCRIPTION_LENGTH,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  type MessageBody,
  type PlainImage,
  randomId,
} from '@/lib/messages/protocol/content';
import { IMAGE_SIZES } from '@/lib/messages/protocol/padding';
import { IMAGE_FILE } from '../../../support/conversation-views';
import { bytes } from '../../../support/messaging';
import { BLUE, halves, hollowPng, noise, plain, RED, unblockDecoders } from '../../../support/pictures';

const own = (buffer: Buffer) => new Uint8Array(buffer);

beforeAll(unblockDecoders);

/** Decodes and encodes as a browser does, without one. `formats` are those that it can encode. */
function codec(formats: readonly string[] = ['image/webp', 'image/jpeg']) {
  const drawn: { width: number; height: number; mediaType: string; quality: number }[] = [];
  const made: Codec<{ width: number; height: number; picture: Buffer }> = {
    decode: async (file) => {
      const upright = sharp(Buffer.from(await file.arrayBuffer())).autoOrient();
      const { data, info } = await upright.png().toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, picture: data };
    },
    encode: async ({ picture }, { width, height }, { mediaType, quality }) => {
      drawn.push({ width, height, mediaType, quality });
      if (!formats.includes(mediaType)) return null;
      const resized = sharp(picture).resize(width, height, { fit: 'fill' });
      const options = { quality: quality * 100 };
      const encoded = mediaType === 'image/webp' ? resized.webp(options) : resized.jpeg(options);
      return new Blob([own(await encoded.toBuffer())], { type: mediaType });
    },
    release: () => undefined,
  };
  return { made, drawn };
}

const prepare = (file: Uint8Array<ArrayBuffer>, { made } = codec()) => prepareImage(new Blob([file]), made);
async function webp(width = 40, height = 20): Promise<PlainImage> {
  const encoded = own(await plain(width, height).webp().toBuffer());
  return { bytes: encoded, mediaType: 'image/webp', width, height };
}

describe('header', () => {
  test('the type and the dimensions of each format are read from its first bytes', async () => {
    const size = { width: 301, height: 77 };
    const picture = () => plain(size.width, size.height);
    const files = {
      'image/png': await picture().png().toBuffer(),
      'image/jpeg': await picture()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Artist: 'Ada' } })
        .toBuffer(),
      'image/webp': await picture().webp().toBuffer(),
      'image/gif': await picture().gif().toBuffer(),
    };
    for (const [mediaType, file] of Object.entries(files))
      expect(readImageHeader(own(file))).toEqual({ mediaType, ...size });
    expect(readImageHeader(own(await picture().webp({ lossless: true }).toBuffer()))).toMatchObject(size);
    const clear = sharp({ create: { ...size, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } });
    expect(readImageHeader(own(await clear.webp().toBuffer()))).toMatchObject(size);
  });

  test('documents, other formats, and animations have none', async () => {
    const frames = [await plain(9, 9, RED).png().toBuffer(), await plain(9, 9, BLUE).png().toBuffer()];
    const refused: Uint8Array[] = [
      bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      bytes('<!doctype html><title>An image, really</title><script>alert(1)</script>'),
      own(await plain(9, 9).tiff().toBuffer()),
      own(
        await sharp(frames, { join: { animated: true } })
          .webp({ delay: [100, 100] })
          .toBuffer(),
      ),
      new Uint8Array(),
    ];
    for (const file of refused) expect(readImageHeader(file)).toBeNull();
  });

  test('whatever bytes there are, reading them throws nothing and ends', async () => {
    const starts = [...['\x89PNG\r\n\x1a\n', 'GIF89a', '\xff\xd8\xff', 'RIFF\x10\0\0\0WEBPVP8X']].map(
      (text) => Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        readImageHeader(new Uint8Array([...start, ...rest]));
      }),
    );
    // Segments of no length don't keep it in one place.
    const endless = new Uint8Array(MAX_IMAGE_BYTES).map((_, at) => [0xff, 0xe0, 0, 0][at % 4] ?? 0);
    endless.set([0xff, 0xd8, 0xff, 0xe0]);
    expect(readImageHeader(endless)).toBeNull();
  });
});

describe('preparation', () => {
  test('an image is drawn anew, upright, and nothing but its pixels is left', async () => {
    const file = await halves(60, 30)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(file.toString('latin1')).toContain('Exif');
    const image = await prepare(own(file));
    expect(image).toMatchObject({ mediaType: 'image/webp', width: 30, height: 60 });
    expect(Buffer.from(image.bytes).toString('latin1')).not.toMatch(/Exif|Ada/i);
    expect(await sharp(image.bytes).metadata()).not.toHaveProperty('exif');
  });

  test('the longer side is bounded, and a small image stays as large as it is', async () => {
    const wide = await prepare(own(await plain(3_000, 100).png().toBuffer()));
    expect([wide.width, wide.height]).toEqual([MAX_IMAGE_SIDE, 68]);
    const thin = await prepare(own(await plain(1, 5_000).png().toBuffer()));
    expect([thin.width, thin.height]).toEqual([1, MAX_IMAGE_SIDE]);
    expect(await prepare(own(await plain(16, 16).gif().toBuffer()))).toMatchObject({ width: 16, height: 16 });
  });

  test('quality and size go down until the image is small enough', async () => {
    const { made, drawn } = codec();
    const image = await prepare(own(await noise(1_400).png().toBuffer()), { made, drawn });
    expect(image.bytes.length).toBeLessThanOrEqual(MAX_PLAIN_BYTES);
    expect(drawn.length).toBeGreaterThan(1);
    expect(drawn[0]).toMatchObject({ width: 1_400, quality: 0.85 });
    expect(image.width).toBe(drawn.at(-1)?.width);
  });

  test('a browser that can not encode WebP encodes JPEG', async () => {
    const image = await prepare(own(await plain(20, 10).png().toBuffer()), codec(['image/jpeg']));
    expect(image).toMatchObject({ mediaType: 'image/jpeg', width: 20, height: 10 });
  });

  test.each([
    ['type', async () => bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
    ['type', async () => bytes('just a text, which is long enough to have a header')],
    ['tooLarge', async () => own(hollowPng(20_000, 20_000))],
    ['tooLarge', async () => new Uint8Array(50 * 1_024 * 1_024 + 1)],
    ['unreadable', async () => own((await noise(60).png().toBuffer()).subarray(0, 1_000))],
  ])('a file is refused: %s', async (problem, file) => {
    await expect(prepare(await file())).rejects.toMatchObject({ problem });
  });

  test('an image is refused if no format can be encoded', async () => {
    const file = own(await plain(20, 10).png().toBuffer());
    await expect(prepare(file, codec([]))).rejects.toMatchObject({ problem: 'unreadable' });
  });
});

describe('encryption', () => {
  test('an image is the same after it was encrypted and decrypted', async () => {
    const image = await webp();
    const { image: file, content } = await encryptImage(image);
    expect(file).toMatchObject({ size: content.length, mediaType: 'image/webp', width: 40, height: 20 });
    expect(Buffer.from(content).includes(Buffer.from(image.bytes.subarray(12)))).toBe(false);
    expect(await decryptImage(content, file)).toEqual(image);
  });

  test('images of any length have one of few sizes, and the same length afterwards', async () => {
    const { bytes: encoded, ...image } = await webp();
    const samples = fc.integer({ min: encoded.length, max: MAX_PLAIN_BYTES });
    await fc.assert(
      fc.asyncProperty(samples, async (length) => {
        // Decoders ignore what follows the image.
        const longer = new Uint8Array(length);
        longer.set(encoded);
        const { image: file, content } = await encryptImage({ ...image, bytes: longer });
        expect(IMAGE_SIZES).toContain(content.length);
        expect(content.length).toBeGreaterThan(length);
        expect((await decryptImage(content, file)).bytes).toHaveLength(length);
      }),
      { numRuns: 20, examples: [[encoded.length], [MAX_PLAIN_BYTES]] },
    );
  });

  test('each image has a key, an ID, and a nonce of its own, also the same one twice', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, async () => encryptImage(await webp())));
    for (const part of ['id', 'key', 'sha256'] as const)
      expect(new Set(made.map(({ image }) => image[part])).size).toBe(made.length);
    expect(
      new Set(made.map(({ content }) => Buffer.from(content.subarray(0, 12)).toString('hex'))).size,
    ).toBe(20);
  });

  test('what is too large is not encrypted', async () => {
    const image = { ...(await webp()), bytes: new Uint8Array(MAX_PLAIN_BYTES + 1) };
    await expect(encryptImage(image)).rejects.toThrow(RangeError);
  });

  /** Encrypts bytes as a hostile member does: with true hashes and sizes, whatever they are. */
  const forged = async (content: Uint8Array<ArrayBuffer>, claim: Partial<PlainImage> = {}) =>
    encryptImage({ ...(await webp()), bytes: content, ...claim });
  const refuses = (content: Uint8Array<ArrayBuffer>, file: ImageFile) =>
    expect(decryptImage(content, file)).rejects.toThrow(BrokenImageError);

  test('a server that changes, cuts, or swaps an image is noticed', async () => {
    const [one, other] = [await encryptImage(await webp()), await encryptImage(await webp())];
    const changed = one.content.slice();
    changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1);
    await refuses(changed, one.image);
    await refuses(one.content.slice(0, -1), one.image);
    await refuses(other.content, one.image);
    await refuses(new Uint8Array(), one.image);
  });

  test('a wrong key, hash, size, or ID is refused, and so is the key of another image', async () => {
    const [one, other] = [await encryptImage(await webp()), await encryptImage(await webp())];
    const { content, image } = one;
    await refuses(content, { ...image, key: other.image.key });
    await refuses(content, { ...image, sha256: other.image.sha256 });
    await refuses(content, { ...image, size: image.size + 1 });
    // The same key and ciphertext, under another ID.
    await refuses(content, { ...image, id: randomId() });
  });

  test('SVG, HTML, and other formats are not decoded, whatever the sender calls them', async () => {
    const files = [
      bytes('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>1</script></svg>'),
      bytes('<!doctype html><script>alert(document.domain)</script>'),
      own(await plain(40, 20).png().toBuffer()),
      own(await plain(40, 20).jpeg().toBuffer()),
    ];
    for (const file of files) {
      const { content, image } = await forged(file);
      await refuses(content, image);
    }
  });

  test('dimensions that the image does not have are refused before it is decoded', async () => {
    const { bytes: encoded } = await webp(40, 20);
    for (const claim of [{ width: 41 }, { height: 2_048 }, { width: 1, height: 1 }]) {
      const { content, image } = await forged(encoded, claim);
      await refuses(content, image);
    }
    // A bomb whose message claims to be small.
    const bomb = own(await plain(5_000, 5_000).webp().toBuffer());
    expect(bomb.length).toBeLessThan(MAX_PLAIN_BYTES);
    const { content, image } = await forged(bomb);
    await refuses(content, image);
  });
});

describe('content', () => {
  const made = (body: MessageBody) => ({ id: randomId(), at: 1, body });

  test('an image is sent with its description, and as an answer', () => {
    const body = made({
      type: 'image',
      image: IMAGE_FILE,
      description: '夕陽',
      replyTo: { by: '0xabc', id: IMAGE_FILE.id },
    });
    expect(decodeContent(encodeContent(body))).toEqual(body);
  });

  test.each([
    ['SVG', { mediaType: 'image/svg+xml' }],
    ['HTML', { mediaType: 'text/html' }],
    ['an ID with a path', { id: '../../../../etc/passwd' }],
    ['a short key', { key: 'ab'.repeat(16) }],
    ['a hash that is none', { sha256: 'x' }],
    ['too many bytes', { size: MAX_IMAGE_BYTES + 1 }],
    ['a side that is too long', { width: MAX_IMAGE_SIDE + 1 }],
    ['no height', { height: 0 }],
    ['half a pixel', { height: 1.5 }],
    ['an address', { url: 'https://example.org/pixel.gif' }],
  ])('%s is not sent, and is ignored if another device sends it', (_name, change) => {
    const value = made({ type: 'image', image: { ...IMAGE_FILE, ...change } as ImageFile });
    expect(() => encodeContent(value)).toThrow();
    expect(decodeContent(bytes(JSON.stringify(value)))).toBeNull();
  });

  test('a description is bounded', () => {
    const value = made({
      type: 'image',
      image: IMAGE_FILE,
      description: 'x'.repeat(MAX_DESCRIPTION_LENGTH + 1),
    });
    expect(() => encodeContent(value)).toThrow();
  });
});
