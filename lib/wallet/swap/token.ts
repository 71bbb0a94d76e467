import type { Address } from 'viem';
import type { Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';

export type SwapToken = {
  coinId: number;
  symbol: string;
  decimals: number;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  address: Address;
};

/** Returns the tokens listed on a chain, in coin order. */
export function tokensOn(coins: readonly Coin[], chainId: number): SwapToken[] {
  return coins.flatMap(({ id, symbol, tokens }) =>
    tokens
      .filter((token) => token.chainId === chainId)
      .map(({ address, decimals }) => ({
        coinId: id,
        symbol,
        decimals,
        address: listedAddress(address),
      })),
  );
}

/** Returns the address that pools use for a token, which is the wrapped token for native currency. */
export const inPools = (token: Address, wrapped: Address): Address =>
  token === NATIVE_TOKEN ? wrapped : token;
