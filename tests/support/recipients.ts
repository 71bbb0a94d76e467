import { type Address, getAddress, keccak256, toHex } from 'viem';

/** Returns the same address for the same words every time. */
export const addressOf = (words: string): Address => getAddress(keccak256(toHex(words)).slice(0, 42));

/** Returns an address with the first and last digits of another one, as in address poisoning. */
export const lookAlike = (address: Address): Address =>
  getAddress(`0x${address.slice(2, 6)}${'1'.repeat(32)}${address.slice(-4)}`.toLowerCase());

export const BURN: Address = '0x000000000000000000000000000000000000dEaD';
/** A precompiled contract (ECDSA recovery). */
export const PRECOMPILE: Address = '0x0000000000000000000000000000000000000001';
export const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
