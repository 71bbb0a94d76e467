import { type Address, getAddress } from 'viem';
import type { Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';

/** A token as the operator lists it; its address is NATIVE_TOKEN for the chain's own coin. */
export type ListedToken = { coinId: number; symbol: string; decimals: number; address: Address };

/** The listed token at an address, or null: what is not listed is not dealt in. */
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
