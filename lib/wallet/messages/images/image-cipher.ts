import { bytesToHex, hexToBytes } from 'viem';
import { type ImageFile, LARGEST_IMAGE_BYTES, newMessageId, type SentImageType } from '../content';
import { readImageHeader } from './image-header';

const AES = 'AES-GCM';
/** Length of an AES-GCM nonce, which precedes the ciphertext, in bytes. */
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
/** Bytes that encryption adds: the nonce and the tag. */
const OVERHEAD_BYTES = NONCE_BYTES + 16;
/** Maximum length of an image before encryption, in bytes. */
export const LARGEST_PLAIN_BYTES = LARGEST_IMAGE_BYTES - OVERHEAD_BYTES;

/** An image that can be shown: bytes of a bitmap format, with the dimensions that its header has. */
export type PlainImage = {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: SentImageType;
  width: number;
  height: number;
};

/** An image isn't what its message says. Nothing of it is shown. */
export class BrokenImageError extends Error {
  override name = 'BrokenImageError';
}

const hex = (bytes: Uint8Array) => bytesToHex(bytes).slice(2);
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
const importKey = (raw: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', raw, AES, false, [use]);

/** The ID that the server gets is authenticated, so that an image can't be passed off as another one of the same key. */
const additionalData = (id: string) => new TextEncoder().encode(`tidewell image ${id}`);

/**
 * Encrypts an image with a new AES-256-GCM key, under a new ID. Returns what its message says, and what the server stores.
 * @throws RangeError if it's too large.
 */
export async function encryptImage({
  bytes,
  mediaType,
  width,
  height,
}: PlainImage): Promise<{ image: ImageFile; content: Uint8Array<ArrayBuffer> }> {
  if (bytes.length > LARGEST_PLAIN_BYTES) throw new RangeError('the image is too large');
  const id = newMessageId();
  const raw = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await importKey(raw, 'encrypt');
  const options = { name: AES, iv, additionalData: additionalData(id) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(options, key, bytes));
  const content = new Uint8Array(iv.length + encrypted.length);
  content.set(iv);
  content.set(encrypted, iv.length);
  const image = { id, key: hex(raw), sha256: await sha256(content), size: content.length };
  return { image: { ...image, mediaType, width, height }, content };
}

/**
 * Decrypts an image, after it has the size and the hash of its message, and confirms that it is of the type and has the
 * dimensions that the message says. So neither the server nor the sender can have anything else decoded.
 * @throws BrokenImageError otherwise.
 */
export async function decryptImage(
  content: Uint8Array<ArrayBuffer>,
  { id, key, sha256: hash, size, mediaType, width, height }: ImageFile,
): Promise<PlainImage> {
  if (content.length !== size || size <= OVERHEAD_BYTES) throw new BrokenImageError('wrong size');
  if ((await sha256(content)) !== hash) throw new BrokenImageError('wrong hash');
  const opened = await importKey(new Uint8Array(hexToBytes(`0x${key}`)), 'decrypt');
  const options = { name: AES, iv: content.subarray(0, NONCE_BYTES), additionalData: additionalData(id) };
  const bytes = await crypto.subtle.decrypt(options, opened, content.subarray(NONCE_BYTES)).then(
    (plain) => new Uint8Array(plain),
    (cause: unknown) => {
      throw new BrokenImageError('wrong key', { cause });
    },
  );
  const header = readImageHeader(bytes);
  if (header?.mediaType !== mediaType || header.width !== width || header.height !== height)
    throw new BrokenImageError('another type or other dimensions');
  return { bytes, mediaType, width, height };
}
