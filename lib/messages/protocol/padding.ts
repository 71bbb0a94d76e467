const KIB = 1_024;

/**
 * Sizes of encoded content in bytes. The smallest one holds a text of about 300 letters, a reply, a reaction, a typing
 * notice, and a read mark, so the server can't tell them apart by their length.
 */
export const CONTENT_SIZES = [0.5, 1, 2, 4, 8, 16, 32, 60].map((size) => size * KIB);

/** Sizes of encrypted images in bytes: from 16 KiB to 1 MiB. */
export const IMAGE_SIZES = [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64].map((size) => size * 16 * KIB);

/** Returns the smallest of the sizes that holds `length` bytes, or null if none does. */
export const paddedSize = (length: number, sizes: readonly number[]): number | null =>
  sizes.find((size) => size >= length) ?? null;
