import { useLive } from '@/lib/wallet/networks/use-live';
import { followPool, type LivePool } from './staking-arithmetic';
import type { StakingPool } from './use-staking-pools';

/**
 * Every pool that has been read, by its chain, as it stands this second. `settlementOf` names the account's last claim
 * or exit on a chain.
 */
export function useLivePools(
  pools: readonly StakingPool[],
  settlementOf: (chainId: number) => string | null,
): ReadonlyMap<number, LivePool> {
  return useLive<NonNullable<StakingPool['data']>, LivePool>(pools, (previous, { read }, localMs, chainId) =>
    followPool(previous, read, settlementOf(chainId), localMs),
  );
}
