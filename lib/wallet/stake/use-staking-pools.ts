import type { Address } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { type ContractRead, useContractReads } from '@/lib/wallet/networks/use-contract-reads';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { readPoolTokens, readStakingPool } from './read-staking-pool';
import type { PoolRead } from './staking-arithmetic';

export type StakingPool = ContractRead<{
  read: PoolRead;
  staking: ListedToken | null;
  reward: ListedToken | null;
}>;

const readers = { readFixed: readPoolTokens, read: readStakingPool };

/** The staking pool of every chain that lists one, with the account's part where there is an account. */
export function useStakingPools(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): StakingPool[] {
  return useContractReads('staking_contract', contracts, account, readers).map(({ data, ...pool }) => ({
    ...pool,
    data: data && {
      read: data.read,
      staking: listedToken(coins, pool.chainId, data.fixed.staking),
      reward: listedToken(coins, pool.chainId, data.fixed.reward),
    },
  }));
}
