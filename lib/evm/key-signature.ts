import {
  compactSignatureToSignature,
  type Hex,
  isHex,
  parseCompactSignature,
  parseSignature,
  size,
} from 'viem';

/** A signature of a key. `yParity` is 0 or 1. */
export type KeySignature = { r: Hex; s: Hex; yParity: number };

/** Reads a wallet's signature of 65 bytes, or of 64 (ERC-2098). @throws TypeError or viem's error if it's neither. */
export function readSignature(signature: unknown): KeySignature {
  if (!isHex(signature)) throw new TypeError('the signature is not hexadecimal');
  const { r, s, yParity } =
    size(signature) === 64
      ? compactSignatureToSignature(parseCompactSignature(signature))
      : parseSignature(signature);
  if (yParity === undefined) throw new TypeError('the signature has no parity');
  return { r, s, yParity };
}
