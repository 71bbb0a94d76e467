import type { ChainMapping } from '@/lib/api/types';

/** Returns whether a chain is one of the listed test networks. Their tokens are worth nothing. */
export const isTestnet = (
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
  chainId: number,
): boolean => chains.some(({ id, testnet }) => id === chainId && testnet);
