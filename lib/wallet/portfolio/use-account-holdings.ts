import { useCallback, useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { type ActivityToken, activityTokens } from '@/lib/wallet/activity/activity-row';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { useHoldings } from './use-holdings';

const none: ReadonlyMap<Address, ActivityToken> = new Map();

/**
 * React hook that returns everything an account holds in listed tokens and in those that the user added, on each chain, with
 * the tokens that were looked for. The home screen and the portfolio share it, so that their totals agree.
 */
export function useAccountHoldings({
  account,
  chains,
  coins,
  contracts,
}: {
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
}) {
  useEffect(watchCustomTokens, []);
  const custom = useCustomTokens((state) => state.entries);
  const byChain = useMemo(
    () => new Map(chains.map(({ id }) => [id, activityTokens(id, coins, custom)])),
    [chains, coins, custom],
  );
  const tokensOf = useCallback((chainId: number) => byChain.get(chainId) ?? none, [byChain]);
  const chainIds = useMemo(() => chains.map(({ id }) => id), [chains]);
  return { read: useHoldings(account, chainIds, tokensOf, contracts), chainIds, tokensOf, custom };
}
