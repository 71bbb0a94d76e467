import { type Address, getAddress } from 'viem';
import type { Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';

/** A token as the operator lists it; its address is NATIVE_TOKEN for the chain's own coin. */
export type ListedToken = { coinId: number; symbol: string; decimals: number; address: Address };

/** Returns the listed token at an address, or null. */
export function listedToken(coins: readonly Coin[], chainId: number, address: Address): ListedToken | null {
  const wanted = getAddress(address);
  // The checksum of each of a long list would take its time.
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
 * A token's address as the API lists it, NATIVE_TOKEN for a chain's own coin. Lists carry checksums (EIP-55), which are not
 * reckoned again: for thousands of tokens that takes longer than all else. One in small letters gets its own.
 */
export function listedAddress(address: string | null): Address {
  if (address === null) return NATIVE_TOKEN;
  return /[A-F]/.test(address) ? (address as Address) : getAddress(address);
}

const names = new Map<string, number>();
const known = new WeakMap<object, number>();

/**
 * A short name for a list of addresses, the same for the same ones in the same order while the page is open: keys of
 * queries are written out at every render, and thousands of addresses are a long text.
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
