import type { ChainMapping } from '@/lib/api/types';

/** Returns whether a chain is one of the listed test networks. Their tokens are worth nothing. */
export const isTestnet = (
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
  chainId: number,
): boolean => chains.some(({ id, testnet }) => id === chainId && testnet);

/**
 * Returns whether what an account holds on a chain counts in totals and shares. Test networks don't, unless only they are
 * listed, as in the demo.
 */
export const isCounted = (
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
  chainId: number,
): boolean => !isTestnet(chains, chainId) || chains.every(({ testnet }) => testnet);
