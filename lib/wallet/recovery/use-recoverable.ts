import { useQuery } from '@tanstack/react-query';
import type { Abi, Address, Client } from 'viem';
import { useConfig } from 'wagmi';
import type { Coin } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import { CONTRACT_POLL_MS, readAll } from '@/lib/evm/read-many';
import { hasFailed } from '@/lib/evm/use-log-scan';
import { type ListedToken, listedAddress, listedToken } from '@/lib/wallet/tokens/listed-token';
import type { RecoveredPart } from './recovery-order';
import type { RecoveryPlace } from './use-recovery-plans';

/** Number of pledges to move in a call, which costs about 37,000 gas for each. */
export const PLEDGES_PER_CALL = 50n;

/** What one `recover` call moves. */
export type Recoverable = {
  part: RecoveredPart;
  /** Amount in base units, and its token, or null if that isn't listed. For pledges, how many are left, without a token. */
  amount: bigint;
  token: ListedToken | null;
};

const single: Record<'staking_contract' | 'presale_contract', { abi: Abi; functionName: string }> = {
  staking_contract: { abi: stakingPoolAbi, functionName: 'stakeOf' },
  presale_contract: { abi: presaleAbi, functionName: 'contributionOf' },
};

/** Reads an owner's balances in a vault, of the listed tokens. */
async function readBalances(
  client: Client,
  { chainId, address }: RecoveryPlace,
  owner: Address,
  coins: readonly Coin[],
): Promise<Recoverable[]> {
  const tokens = coins.flatMap(({ id: coinId, symbol, tokens: listed }) =>
    listed
      .filter((token) => token.chainId === chainId)
      .map(({ address: token, decimals }): ListedToken => {
        return { coinId, symbol, decimals, address: listedAddress(token) };
      }),
  );
  const calls = tokens.map((token) => ({
    address,
    abi: vaultAbi as Abi,
    functionName: 'balanceOf',
    args: [owner, token.address],
  }));
  const answers = await readAll(client, calls);
  return tokens.flatMap((token, index) => {
    const amount = answers[index];
    return typeof amount === 'bigint' ? [{ part: { token: token.address }, amount, token }] : [];
  });
}

/**
 * Reads what `recover` calls would move of an owner's positions in a contract.
 * @throws if the RPC request fails, or the contract doesn't answer.
 */
export async function readRecoverable(
  client: Client,
  place: RecoveryPlace,
  owner: Address,
  coins: readonly Coin[],
): Promise<Recoverable[]> {
  const { chainId, address, name } = place;
  const read = async (abi: Abi, functionName: string): Promise<bigint> => {
    const [answer] = await readAll(client, [{ address, abi, functionName, args: [owner] }]);
    if (typeof answer !== 'bigint') throw new Error(`${functionName} has no result`);
    return answer;
  };
  const all = async (): Promise<Recoverable[]> => {
    if (name === 'vault_contract') return readBalances(client, place, owner, coins);
    if (name === 'pledge_contract') {
      const amount = await read(pledgeAbi as Abi, 'positionCount');
      return [{ part: { count: PLEDGES_PER_CALL }, amount, token: null }];
    }
    const { abi, functionName } = single[name];
    const [amount, [token], earned] = await Promise.all([
      read(abi, functionName),
      readPlatformTokens(client, name, address),
      name === 'staking_contract' ? read(abi, 'earned') : 0n,
    ]);
    const listed = token === undefined ? null : listedToken(coins, chainId, token);
    // Rewards alone can be recovered, too.
    return amount > 0n || earned === 0n
      ? [{ part: {}, amount, token: listed }]
      : [{ part: {}, amount: earned, token: null }];
  };
  return (await all()).filter(({ amount }) => amount > 0n);
}

/** React hook that reads what `recover` calls would move of an owner's positions in a contract. */
export function useRecoverable(place: RecoveryPlace, owner: Address, coins: readonly Coin[]) {
  const config = useConfig();
  const query = useQuery({
    queryKey: ['recoverable', place.chainId, place.address, owner],
    queryFn: () => readRecoverable(config.getClient({ chainId: place.chainId }), place, owner, coins),
    retry: false,
    refetchInterval: CONTRACT_POLL_MS,
  });
  return { data: query.data, isFailed: hasFailed(query), refetch: query.refetch };
}
