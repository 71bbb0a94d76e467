import { type Hex, zeroAddress } from 'viem';

/** The vault's name for a chain's own coin. */
export const NATIVE_TOKEN = zeroAddress;

/** First six and last four characters, for places where the whole address is one step away. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** This, then the address of the code that is borrowed. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** Whether the code at an address is an EIP-7702 delegation: the account is still its key's, and no contract. */
export const isDelegation = (code: Hex): boolean => DELEGATION.test(code);
