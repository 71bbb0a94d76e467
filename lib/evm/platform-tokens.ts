import type { Address, Client } from 'viem';
import { readContract } from 'viem/actions';
import { pledgeAbi } from './abi/pledge';
import { presaleAbi } from './abi/presale';
import { stakingPoolAbi } from './abi/staking-pool';

/**
 * Returns the tokens that a platform contract transfers: the pool's staking and reward tokens, the presale's payment
 * and sale tokens, or the token of each pledge term by term ID. Returns an empty list for other contracts.
 * @throws if the RPC request fails.
 */
export async function readPlatformTokens(
  client: Client,
  name: string | null,
  address: Address,
): Promise<readonly Address[]> {
  switch (name) {
    case 'staking_contract':
      return Promise.all(
        (['stakingToken', 'rewardToken'] as const).map((functionName) =>
          readContract(client, { address, abi: stakingPoolAbi, functionName }),
        ),
      );
    case 'presale_contract': {
      const terms = await readContract(client, { address, abi: presaleAbi, functionName: 'terms' });
      return [terms.paymentToken, terms.saleToken];
    }
    case 'pledge_contract': {
      const terms = await readContract(client, { address, abi: pledgeAbi, functionName: 'terms' });
      return terms.map(({ token }) => token);
    }
    default:
      return [];
  }
}
