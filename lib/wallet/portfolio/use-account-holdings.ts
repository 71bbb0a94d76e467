import type { Address } from 'viem';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useActivityTokens } from '@/lib/wallet/activity/use-activity-tokens';
import { useHoldings } from './use-holdings';

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
  const tokens = useActivityTokens(chains, coins);
  return { read: useHoldings(account, tokens.chainIds, tokens.tokensOf, contracts), ...tokens };
}
