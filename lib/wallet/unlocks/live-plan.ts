import type { useEarnContracts } from '@/lib/wallet/earn/use-earn-contracts';
import type { UnlockPlan } from './plan-unlocks';
import { joinPlans, pledgeUnlocks, poolUnlocks, presaleUnlocks } from './plan-unlocks';

/** The account's unlocks at each chain's current time, and the chains that couldn't be read. */
export type LivePlan = UnlockPlan & {
  /** Returns a chain's time, in seconds since the epoch. */
  nowOf: (chainId: number) => bigint | undefined;
  isReading: boolean;
  failedChainIds: number[];
  refetch: () => Promise<unknown>;
};

/** Returns the unlocks of an account's pledges, presale amounts, and stakes, at the chains' current time. */
export function livePlan({
  pledges,
  clocks,
  presales,
  livePresales,
  pools,
  livePools,
  failedChainIds,
  refetch,
}: ReturnType<typeof useEarnContracts>): LivePlan {
  const plans = [
    ...pledges.map(({ chainId, address: contract, data }) => {
      const clock = clocks.get(chainId);
      return data && clock
        ? pledgeUnlocks({ chainId, contract }, data.read.pledges, data.tokens, clock.now)
        : null;
    }),
    ...presales.map(({ chainId, address: contract, data }) => {
      const live = livePresales.get(chainId);
      return data && live
        ? presaleUnlocks({ chainId, contract }, live, data.terms, data.sale, data.payment)
        : null;
    }),
    ...pools.map(({ chainId, address: contract, data }) => {
      const live = livePools.get(chainId);
      return data && live ? poolUnlocks({ chainId, contract }, live, data.staking, data.reward) : null;
    }),
  ];
  const reads = [...pledges, ...presales, ...pools];
  return {
    ...joinPlans(plans.filter((plan) => plan !== null)),
    nowOf: (chainId) => {
      // Each clock is read separately, and the latest reading is the most accurate.
      const times = [clocks, livePresales, livePools].flatMap((live) => live.get(chainId)?.now ?? []);
      return times.toSorted((one, other) => Number(other - one))[0];
    },
    isReading: plans.some((plan, index) => plan === null && reads[index]?.isFailed === false),
    failedChainIds,
    refetch,
  };
}
