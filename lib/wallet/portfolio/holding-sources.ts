import type { QueryClient } from '@tanstack/react-query';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { contractLocations, readOnce } from '@/lib/wallet/networks/use-contract-reads';
import { readPresaleTerms } from '@/lib/wallet/presale/use-presales';
import { readPoolTokens } from '@/lib/wallet/stake/use-staking-pools';

/** Addresses on a chain where an account can hold tokens. */
export type HoldingSources = {
  chainId: number;
  account: Address;
  tokens: ReadonlyMap<Address, ActivityToken>;
  vault: Address | undefined;
  pool: { address: Address; staking: Address; reward: Address } | undefined;
  presale: { address: Address; saleToken: Address; paymentToken: Address } | undefined;
  pledges: Address | undefined;
};

/** Returns where to read an account's holdings on a chain. @throws if the RPC request fails. */
export async function readHoldingSources(
  config: Config,
  client: QueryClient,
  chainId: number,
  account: Address,
  tokens: ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
): Promise<HoldingSources> {
  const here = contracts.filter((contract) => contract.chainId === chainId);
  const placeOf = (name: string) => contractLocations(here, name)[0];
  const addressOf = (name: string) => {
    const found = here.find((contract) => contract.name === name)?.address;
    return found && getAddress(found);
  };
  const [pool, presale] = [placeOf('staking_contract'), placeOf('presale_contract')];
  const [poolTokens, terms] = await Promise.all([
    pool && readOnce(client, 'staking_contract', pool, () => readPoolTokens(config, pool)),
    presale && readOnce(client, 'presale_contract', presale, () => readPresaleTerms(config, presale)),
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
