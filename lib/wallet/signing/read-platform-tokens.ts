import type { Address, Client } from 'viem';
import { readContract } from 'viem/actions';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';

/**
 * Reads which tokens a platform contract moves: the staked and the reward token, the presale's payment and sale token, or
 * each pledge term's token by term ID. Returns none for other contracts, and when the RPC request fails: amounts then show as base units.
 */
export async function readPlatformTokens(
  client: Client,
  name: string | null,
  address: Address,
): Promise<readonly Address[]> {
  try {
    switch (name) {
      case 'staking_contract':
        return await Promise.all(
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
  } catch {
    return [];
  }
}
