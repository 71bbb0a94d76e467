import { type Address, getAddress } from 'viem';
import type { Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';

/** A token that the operator lists. The native currency has the address NATIVE_TOKEN. */
export type ListedToken = { coinId: number; symbol: string; decimals: number; address: Address };

/** Returns the listed token at an address, or null if there is none. */
export function listedToken(coins: readonly Coin[], chainId: number, address: Address): ListedToken | null {
  const wanted = getAddress(address);
  // Compared in lowercase, because computing many checksums is slow.
  const same = wanted.toLowerCase();
  for (const { id, symbol, tokens } of coins) {
    const token = tokens.find(
      (candidate) =>
        candidate.chainId === chainId && (candidate.address ?? NATIVE_TOKEN).toLowerCase() === same,
    );
    if (token) return { coinId: id, symbol, decimals: token.decimals, address: wanted };
  }
  return null;
}

/**
 * Returns a token's address from the API's list, or NATIVE_TOKEN for the native currency. Addresses with an EIP-55
 * checksum are returned unchanged, because recomputing thousands of checksums is slow.
 */
export function listedAddress(address: string | null): Address {
  if (address === null) return NATIVE_TOKEN;
  return /[A-F]/.test(address) ? (address as Address) : getAddress(address);
}

const names = new Map<string, number>();
const known = new WeakMap<object, number>();

/**
 * Returns a number that identifies a list of addresses in query keys, which are serialized on every render. Equal lists
 * have the same number while the page is open.
 */
export function listName(addresses: readonly string[] | ReadonlyMap<string, unknown>): number {
  const given = known.get(addresses);
  if (given !== undefined) return given;
  const text = [...(addresses instanceof Map ? addresses.keys() : addresses)].join();
  const name = names.get(text) ?? names.size;
  names.set(text, name);
  known.set(addresses, name);
  return name;
}
