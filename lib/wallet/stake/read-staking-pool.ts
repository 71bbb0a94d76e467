import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContracts } from 'wagmi/actions';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import type { ContractPlace } from '@/lib/wallet/networks/contract-places';
import type { PoolRead } from './staking-arithmetic';

export type PoolTokens = { staking: Address; reward: Address };

/** The pool's two tokens, which never change. @throws where the chain does not answer. */
export async function readPoolTokens(
  config: Config,
  { chainId, address }: ContractPlace,
): Promise<PoolTokens> {
  const contract = { chainId, address, abi: stakingPoolAbi } as const;
  const [staking, reward] = await readContracts(config, {
    allowFailure: false,
    contracts: [
      { ...contract, functionName: 'stakingToken' },
      { ...contract, functionName: 'rewardToken' },
    ],
  });
  return { staking, reward };
}

/**
 * All figures of a pool at one block, in one multicall, with that block's time.
 * @throws where the chain does not answer.
 */
export async function readStakingPool(
  config: Config,
  { chainId, address, multicall }: ContractPlace,
  tokens: PoolTokens,
  account: Address | undefined,
): Promise<PoolRead> {
  const contract = { chainId, address, abi: stakingPoolAbi } as const;
  const owner = account ?? zeroAddress;
  const [at, totalStaked, rewardPerYear, remaining, endsAt, isPaused, staked, earned, inWallet] =
    await readContracts(config, {
      allowFailure: false,
      contracts: [
        { chainId, address: multicall, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
        { ...contract, functionName: 'totalStaked' },
        { ...contract, functionName: 'rewardPerYear' },
        { ...contract, functionName: 'remainingRewards' },
        { ...contract, functionName: 'streamEndsAt' },
        { ...contract, functionName: 'paused' },
        { ...contract, functionName: 'stakeOf', args: [owner] },
        { ...contract, functionName: 'earned', args: [owner] },
        { chainId, address: tokens.staking, abi: erc20Abi, functionName: 'balanceOf', args: [owner] },
      ],
    });
  return {
    totalStaked,
    rewardPerYear,
    remaining,
    endsAt,
    isPaused,
    position: account ? { staked, earned, inWallet } : null,
    at,
    receivedAt: Date.now(),
  };
}
