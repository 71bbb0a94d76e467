import { type Address, getAddress } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';

/**
 * A token's address as the API lists it, NATIVE_TOKEN for a chain's own coin. Lists carry checksums (EIP-55), which are not
 * reckoned again: for thousands of tokens that takes longer than all else. One in small letters gets its own.
 */
export function listedAddress(address: string | null): Address {
  if (address === null) return NATIVE_TOKEN;
  return /[A-F]/.test(address) ? (address as Address) : getAddress(address);
}
