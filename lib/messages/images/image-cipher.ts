import { bytesToHex, hexToBytes } from 'viem';
import { type ImageFile, MAX_IMAGE_BYTES, type PlainImage, randomId } from '@/lib/messages/protocol/content';
import { IMAGE_SIZES, paddedSize } from '@/lib/messages/protocol/padding';
import { readImageHeader } from './image-header';

const AES = 'AES-GCM';
/** Length of an AES-GCM nonce, which precedes the ciphertext, in bytes. */
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
/** Number of bytes that encryption adds: the nonce and the authentication tag. */
const OVERHEAD_BYTES = NONCE_BYTES + 16;
/** Ends the image. Only zeros follow (ISO/IEC 7816-4). */
const END_MARK = 0x80;
/** Maximum length of an image before encryption, in bytes. */
export const MAX_PLAIN_BYTES = MAX_IMAGE_BYTES - OVERHEAD_BYTES - 1;

/** Thrown if an image doesn't match its message. The image isn't shown. */
export class BrokenImageError extends Error {
  override name = 'BrokenImageError';
}

const hex = (bytes: Uint8Array) => bytesToHex(bytes).slice(2);
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
const importKey = (raw: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', raw, AES, false, [use]);

/** Authenticates the image's ID, so the ciphertext can't be substituted for another image. */
const additionalData = (id: string) => new TextEncoder().encode(`tidewell image ${id}`);

/** Pads an image to the next of a few fixed sizes, to hide its length. @throws RangeError if the image is too large. */
function padImage(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = paddedSize(bytes.length + 1 + OVERHEAD_BYTES, IMAGE_SIZES);
  if (size === null) throw new RangeError('the image is too large');
  const padded = new Uint8Array(size - OVERHEAD_BYTES);
  padded.set(bytes);
  padded[bytes.length] = END_MARK;
  return padded;
}

/** Returns an image without its padding. @throws BrokenImageError if it has none. */
function withoutPadding(padded: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== END_MARK) throw new BrokenImageError('no padding');
  return padded.slice(0, end);
}

/**
 * Encrypts an image with a new AES-256-GCM key, under a new ID. Returns the image's entry for the message and the
 * ciphertext for the server.
 * @throws RangeError if the image is too large.
 */
export async function encryptImage({
  bytes,
  mediaType,
  width,
  height,
}: PlainImage): Promise<{ image: ImageFile; content: Uint8Array<ArrayBuffer> }> {
  const padded = padImage(bytes);
  const id = randomId();
  const raw = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await importKey(raw, 'encrypt');
  const options = { name: AES, iv, additionalData: additionalData(id) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(options, key, padded));
  const content = new Uint8Array(iv.length + encrypted.length);
  content.set(iv);
  content.set(encrypted, iv.length);
  const image = { id, key: hex(raw), sha256: await sha256(content), size: content.length };
  return { image: { ...image, mediaType, width, height }, content };
}

/**
 * Decrypts an image after verifying its size and hash, then verifies its type and dimensions against the message. This
 * prevents the server and the sender from passing unexpected data to the decoder.
 * @throws BrokenImageError if any check fails.
 */
export async function decryptImage(
  content: Uint8Array<ArrayBuffer>,
  { id, key, sha256: hash, size, mediaType, width, height }: ImageFile,
): Promise<PlainImage> {
  if (content.length !== size || size <= OVERHEAD_BYTES) throw new BrokenImageError('wrong size');
  if ((await sha256(content)) !== hash) throw new BrokenImageError('wrong hash');
  const opened = await importKey(new Uint8Array(hexToBytes(`0x${key}`)), 'decrypt');
  const options = { name: AES, iv: content.subarray(0, NONCE_BYTES), additionalData: additionalData(id) };
  const padded = await crypto.subtle.decrypt(options, opened, content.subarray(NONCE_BYTES)).then(
    (plain) => new Uint8Array(plain),
    (cause: unknown) => {
      throw new BrokenImageError('wrong key', { cause });
    },
  );
  const bytes = withoutPadding(padded);
  const header = readImageHeader(bytes);
  if (header?.mediaType !== mediaType || header.width !== width || header.height !== height)
    throw new BrokenImageError('another type or other dimensions');
  return { bytes, mediaType, width, height };
}
