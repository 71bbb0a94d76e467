import { useQuery } from '@tanstack/react-query';
import type { Abi, Address, Client } from 'viem';
import { useConfig } from 'wagmi';
import type { Coin } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import { CONTRACT_POLL_MS, readAll } from '@/lib/evm/read-many';
import { hasFailed } from '@/lib/evm/use-log-scan';
import { freeOf, isCardMoney } from '@/lib/wallet/card/use-card-funds';
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
  /** Of a card account: what purchases have reserved, which stays, and what the owner requested to withdraw. */
  card?: { held: bigint; leaving: bigint };
};

const single: Record<'staking_contract' | 'presale_contract', { abi: Abi; functionName: string }> = {
  staking_contract: { abi: stakingPoolAbi, functionName: 'stakeOf' },
  presale_contract: { abi: presaleAbi, functionName: 'contributionOf' },
};

/** Reads an owner's balances in a vault or in card accounts, of the listed tokens. */
async function readBalances(
  client: Client,
  { chainId, address, name }: RecoveryPlace,
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
  const contract =
    name === 'card_contract'
      ? { address, abi: cardAccountAbi as Abi, functionName: 'accountOf' }
      : { address, abi: vaultAbi as Abi, functionName: 'balanceOf' };
  const answers = await readAll(
    client,
    tokens.map((token) => ({ ...contract, args: [owner, token.address] })),
  );
  return tokens.flatMap((token, index): Recoverable[] => {
    const answer = answers[index];
    const part = { token: token.address };
    if (typeof answer === 'bigint') return [{ part, amount: answer, token }];
    if (!isCardMoney(answer)) return [];
    const { held, leaving } = answer;
    return [{ part, amount: freeOf(answer), token, card: { held, leaving } }];
  });
}

/**
 * Reads what `recover` calls would move of an owner's positions in a contract, and what purchases hold of a card account.
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
    if (name === 'vault_contract' || name === 'card_contract')
      return readBalances(client, place, owner, coins);
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
  return (await all()).filter(({ amount, card }) => amount > 0n || (card?.held ?? 0n) > 0n);
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
