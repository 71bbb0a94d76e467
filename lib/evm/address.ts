import { type Hex, zeroAddress } from 'viem';

/** The address that the vault uses for the native currency. */
export const NATIVE_TOKEN = zeroAddress;

/** Returns the first six and last four characters of an address, for places that also offer the whole address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** EIP-7702 prefix; the delegate's address follows. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** Returns whether code is an EIP-7702 delegation: the account is still controlled by its key. */
export const isDelegation = (code: Hex): boolean => DELEGATION.test(code);

/** Returns whether code makes an address a contract; an EIP-7702 delegation does not. */
export function isContractCode(code: Hex | null | undefined): boolean {
  return code !== null && code !== undefined && code !== '0x' && !isDelegation(code);
}
