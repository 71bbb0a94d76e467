import { bytesToHex } from 'viem';

/** Compares public bytes, such as IDs and hashes. Not for secrets, because its duration depends on them. */
export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  bytesToHex(one) === bytesToHex(other);
