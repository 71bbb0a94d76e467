import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContracts } from 'wagmi/actions';
import type { Coin, Contract } from '@/lib/api/types';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { useLive } from '@/lib/wallet/networks/chain-clock';
import {
  type ContractLocation,
  type ContractRead,
  type Reading,
  readOnce,
  useContractReads,
} from '@/lib/wallet/networks/use-contract-reads';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { followPool, type LivePool, type PoolRead } from './staking-arithmetic';

type PoolTokens = { staking: Address; reward: Address };

/** Reads a pool's two tokens, which never change. @throws if the RPC request fails. */
export async function readPoolTokens(
  config: Config,
  { chainId, address }: ContractLocation,
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
 * Reads all values of a pool at one block in one multicall, including that block's time.
 * @throws if the RPC request fails.
 */
async function readStakingPool(
  config: Config,
  { chainId, address, multicall }: ContractLocation,
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

export type StakingPool = ContractRead<{
  read: PoolRead;
  staking: ListedToken | null;
  reward: ListedToken | null;
}>;

async function readPool({ config, client, place, account }: Reading<unknown>) {
  const tokens = await readOnce(client, 'staking_contract', place, () => readPoolTokens(config, place));
  return { tokens, read: await readStakingPool(config, place, tokens, account) };
}

/** React hook that returns each chain's staking pool, including the account's values if an account is connected. */
export function useStakingPools(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): StakingPool[] {
  return useContractReads('staking_contract', contracts, account, readPool).map(({ data, ...pool }) => ({
    ...pool,
    data: data && {
      read: data.read,
      staking: listedToken(coins, pool.chainId, data.tokens.staking),
      reward: listedToken(coins, pool.chainId, data.tokens.reward),
    },
  }));
}

/**
 * React hook that returns the estimated state of every loaded pool by chain, updated every second. `settlementOf`
 * returns the account's last claim or exit on a chain.
 */
export function useLivePools(
  pools: readonly StakingPool[],
  settlementOf: (chainId: number) => string | null,
): ReadonlyMap<number, LivePool> {
  return useLive<NonNullable<StakingPool['data']>, LivePool>(pools, (previous, { read }, localMs, chainId) =>
    followPool(previous, read, settlementOf(chainId), localMs),
  );
}
