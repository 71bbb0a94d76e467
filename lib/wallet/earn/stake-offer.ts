import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { StakeOffer, TokenFacts } from './offers';
import { riskOf } from './risk';
import { poolYieldBps } from './yield';

/** Returns the offer of a staking pool. */
export function stakeOffer(
  chainId: number,
  { read }: LivePool,
  staking: ListedToken,
  reward: ListedToken,
  { priceOf, isStable }: TokenFacts,
): StakeOffer {
  const { rewardPerYear, remaining, endsAt, isPaused } = read;
  return {
    kind: 'stake',
    key: `stake ${chainId}`,
    chainId,
    token: staking,
    isPaused,
    yieldBps: poolYieldBps(read, staking, reward, priceOf),
    lockS: 0n,
    risk: riskOf({ exitCostBps: 0, isYieldReserved: false, isStable: isStable(staking), sale: null }),
    reward,
    rewardPerYear,
    remaining,
    endsAt,
  };
}
