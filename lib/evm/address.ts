import { type Address, type Hex, zeroAddress } from 'viem';

/** Address that represents the native currency in the vault. */
export const NATIVE_TOKEN = zeroAddress;
/** Decimals of every network's native currency. */
export const NATIVE_DECIMALS = 18;

/** Permit2, which has the same address on all networks. */
export const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** Returns the first six and last four characters of an address. Use it only where the full address is available. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** EIP-7702 delegation code: the prefix 0xef0100, followed by the delegate's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** Returns whether code is an EIP-7702 delegation. The key of such an account still controls it. */
const isDelegation = (code: Hex): boolean => DELEGATION.test(code);

/** Returns whether an address with this code is a contract. An EIP-7702 delegation doesn't count. */
export function isContractCode(code: Hex | null | undefined): boolean {
  return code !== null && code !== undefined && code !== '0x' && !isDelegation(code);
}
