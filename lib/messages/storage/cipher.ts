import { bytesToHex } from 'viem';

/** Version of the encryption format. Included in the additional data, so that other versions fail to decrypt. */
const FORMAT = 1;
/** Length of an AES-GCM nonce in bytes. Random nonces are safe for 2^32 records per key. */
const NONCE_BYTES = 12;
const AES = { name: 'AES-GCM', length: 256 } as const;
const HMAC = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const;
/** JSON field name for base64-encoded bytes. No stored type has a field with this name. */
const BYTES = '$bytes';

/** Chunk size for `String.fromCharCode`, because engines limit the number of arguments. */
const CHUNK_BYTES = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

/** @throws DOMException if the text isn't base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** @throws DOMException if the text isn't base64url (RFC 4648, section 5). */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

const encode = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify(value, (_, part: unknown) =>
      ArrayBuffer.isView(part) ? { [BYTES]: asBase64(part) } : part,
    ),
  );
const asBase64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  toBase64(new Uint8Array(buffer, byteOffset, byteLength));

const hasBytes = (part: unknown): part is { [BYTES]: string } =>
  typeof part === 'object' && part !== null && BYTES in part && typeof part[BYTES] === 'string';
const decode = (bytes: ArrayBuffer): unknown =>
  JSON.parse(new TextDecoder().decode(bytes), (_, part: unknown) =>
    hasBytes(part) ? fromBase64(part[BYTES]) : part,
  );

/** The keys of a device's storage. Non-extractable, so scripts can't export them. */
export type VaultKeys = { sealing: CryptoKey; lookup: CryptoKey };

/** Creates non-extractable keys, which can be stored only in the browser's own storage. */
export const createVaultKeys = async (): Promise<VaultKeys> => ({
  sealing: await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']),
  lookup: await crypto.subtle.generateKey(HMAC, false, ['sign']),
});

/**
 * Returns the additional data of a record: its location in the storage and its version. Decryption fails if a record is
 * moved or its version is altered.
 */
const additionalDataOf = (place: readonly unknown[], version: number) =>
  new TextEncoder().encode(JSON.stringify([FORMAT, version, ...place]));

/** Encrypts a JSON value, which may contain bytes, with AES-256-GCM. */
export async function seal(
  { sealing }: VaultKeys,
  { place, version, value }: { place: readonly unknown[]; version: number; value: unknown },
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const options = { name: AES.name, iv, additionalData: additionalDataOf(place, version) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(options, sealing, encode(value)));
  const sealed = new Uint8Array(iv.length + encrypted.length);
  sealed.set(iv);
  sealed.set(encrypted, iv.length);
  return sealed;
}

/** Decrypts a value. @throws OperationError if the record was altered or moved. */
export async function unseal(
  { sealing }: VaultKeys,
  { place, version, sealed }: { place: readonly unknown[]; version: number; sealed: Uint8Array<ArrayBuffer> },
): Promise<unknown> {
  const iv = sealed.subarray(0, NONCE_BYTES);
  const options = { name: AES.name, iv, additionalData: additionalDataOf(place, version) };
  return decode(await crypto.subtle.decrypt(options, sealing, sealed.subarray(NONCE_BYTES)));
}

/** Returns a keyed hash (HMAC) of a text, for use as a lookup key that doesn't reveal the text. */
export async function lookupKey({ lookup }: VaultKeys, text: string): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign(HMAC.name, lookup, new TextEncoder().encode(text)));
  return bytesToHex(mac.subarray(0, 16)).slice(2);
}
