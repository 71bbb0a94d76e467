import type { Address } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { usePledgeClocks, usePledgeContracts } from '@/lib/wallet/pledge/use-pledge-contracts';
import { useLivePresales, usePresales } from '@/lib/wallet/presale/use-presales';
import { useLivePools, useStakingPools } from '@/lib/wallet/stake/use-staking-pools';

/**
 * React hook that reads every pledge contract, presale, and staking pool, with the account's values if an account is
 * connected, and keeps them current with the chains' clocks.
 */
export function useEarnContracts(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
) {
  const pledges = usePledgeContracts(account, coins, contracts);
  const clocks = usePledgeClocks(pledges);
  const presales = usePresales(account, coins, contracts);
  const livePresales = useLivePresales(presales);
  const pools = useStakingPools(account, coins, contracts);
  const livePools = useLivePools(pools, () => null);
  const failed = [...pledges, ...presales, ...pools].filter(({ isFailed }) => isFailed);
  return {
    pledges,
    clocks,
    presales,
    livePresales,
    pools,
    livePools,
    failedChainIds: [...new Set(failed.map(({ chainId }) => chainId))],
    /** Retries the contracts that failed to load. */
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
