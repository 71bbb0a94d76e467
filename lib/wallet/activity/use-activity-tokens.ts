import { useCallback, useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { type ActivityToken, activityTokens } from './activity-row';

const none: ReadonlyMap<Address, ActivityToken> = new Map();

/** React hook that returns the listed tokens of each chain, and those that the user added (`custom`). */
export function useActivityTokens(chains: readonly ChainMapping[], coins: readonly Coin[]) {
  useEffect(watchCustomTokens, []);
  const entries = useCustomTokens((state) => state.entries);
  // Without those on networks that this device hides.
  const custom = useMemo(
    () => entries.filter(({ chainId }) => chains.some(({ id }) => id === chainId)),
    [entries, chains],
  );
  const byChain = useMemo(
    () => new Map(chains.map(({ id }) => [id, activityTokens(id, coins, custom)])),
    [chains, coins, custom],
  );
  const tokensOf = useCallback((chainId: number) => byChain.get(chainId) ?? none, [byChain]);
  const chainIds = useMemo(() => chains.map(({ id }) => id), [chains]);
  return { chainIds, tokensOf, custom };
}
