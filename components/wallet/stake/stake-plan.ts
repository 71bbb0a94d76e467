import type { Address } from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { StakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type StakeOrder = {
  action: StakingKind;
  chainId: number;
  pool: Address;
  account: Address;
  /** The token that is transferred: the staked token, or the reward token for a claim. */
  token: ListedToken;
  /** Amount in base units. For a claim or an exit, it is the expected amount. */
  amount: bigint;
};

/** Returns the plan to stake (with a permit if the token supports it), unstake, claim, or exit to the account. */
export function stakePlan({ action, chainId, pool, account, token, amount }: StakeOrder): TransactionPlan {
  const { coinId, symbol, decimals } = token;
  const poolCall = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address: pool,
    abi: stakingPoolAbi,
    functionName,
    args,
  });
  const args = { stake: [amount], unstake: [amount, account], claim: [account], exit: [account] };
  const plan = {
    chainId,
    intent: { kind: action, coinId, amountRaw: amount.toString(), decimals, symbol },
    call: poolCall(action, args[action]),
  };
  if (action !== 'stake') return plan;
  return {
    ...plan,
    spending: {
      token: token.address,
      amount,
      permitted: ({ deadline, v, r, s }) => poolCall('stakeWithPermit', [amount, deadline, v, r, s]),
    },
  };
}
