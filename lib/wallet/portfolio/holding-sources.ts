import type { QueryClient } from '@tanstack/react-query';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { contractPlaces } from '@/lib/wallet/networks/contract-places';
import { readPresaleTerms } from '@/lib/wallet/presale/read-presale';
import { readPoolTokens } from '@/lib/wallet/stake/read-staking-pool';
import type { HoldingSources } from './holdings';

/** What never changes of a contract, asked for once, and kept under the key that its own page keeps it under. */
const fixed = <Fixed>(
  client: QueryClient,
  name: string,
  chainId: number,
  address: Address,
  read: () => Promise<Fixed>,
) =>
  client.fetchQuery({
    queryKey: [`${name} fixed`, chainId, address],
    queryFn: read,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Where on a chain what an account has is read. @throws where the chain does not answer. */
export async function readHoldingSources(
  config: Config,
  client: QueryClient,
  chainId: number,
  account: Address,
  tokens: ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
): Promise<HoldingSources> {
  const here = contracts.filter((contract) => contract.chainId === chainId);
  const placeOf = (name: string) => contractPlaces(here, name)[0];
  const addressOf = (name: string) => {
    const found = here.find((contract) => contract.name === name)?.address;
    return found && getAddress(found);
  };
  const [pool, presale] = [placeOf('staking_contract'), placeOf('presale_contract')];
  const [poolTokens, terms] = await Promise.all([
    pool && fixed(client, 'staking_contract', chainId, pool.address, () => readPoolTokens(config, pool)),
    presale &&
      fixed(client, 'presale_contract', chainId, presale.address, () => readPresaleTerms(config, presale)),
  ]);
  return {
    chainId,
    account,
    tokens,
    vault: addressOf('vault_contract'),
    pool: pool && poolTokens && { address: pool.address, ...poolTokens },
    presale: presale && terms && { address: presale.address, ...terms },
    pledges: addressOf('pledge_contract'),
  };
}
