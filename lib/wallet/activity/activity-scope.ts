import type { QueryClient } from '@tanstack/react-query';
import { type Address, getAddress, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { multicall } from 'wagmi/actions';
import type { Contract } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { factoryAbi } from '@/lib/wallet/swap/abi';
import { readRouterTerms } from '@/lib/wallet/swap/market';
import { listName } from '@/lib/wallet/tokens/listed-token';
import type { ActivityToken } from './activity-row';

/** What to search for on a chain: the account, its known tokens, and the contracts and pools involved. */
export type ActivityScope = {
  chainId: number;
  account: Address;
  tokens: ReadonlyMap<Address, ActivityToken>;
  /** Platform contracts by listed name, and `wrapped`, the chain's wrapped native token. */
  contracts: ReadonlyMap<string, Address>;
  /** The exchange's pools for the known tokens. */
  pools: ReadonlySet<Address>;
  /** Numbers of the account's cards, whose events don't name it. */
  cards: ReadonlySet<number>;
};

/** Maximum number of token pairs to query. Pairs beyond the limit are left out. */
const MAX_PAIRS = 500;

/** Returns the first MAX_PAIRS pairs, because the total number of pairs grows with the square of the token list. */
function firstPairs(tokens: readonly Address[]): (readonly [Address, Address])[] {
  const pairs: (readonly [Address, Address])[] = [];
  for (const [index, one] of tokens.entries())
    for (const other of tokens.slice(index + 1, index + 1 + MAX_PAIRS)) {
      if (pairs.length === MAX_PAIRS) return pairs;
      pairs.push([one, other]);
    }
  return pairs;
}

async function readExchange(
  config: Config,
  chainId: number,
  router: Address,
  tokens: readonly Address[],
): Promise<{ wrapped: Address; pools: ReadonlySet<Address> }> {
  const { factory, wrapped } = await readRouterTerms(config, { chainId, router });
  const pairs = firstPairs([...new Set([wrapped, ...tokens])]);
  const found = await multicall(config, {
    chainId,
    allowFailure: false,
    batchSize: 0,
    contracts: pairs.map((args) => ({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair' as const,
      args,
    })),
  });
  return { wrapped, pools: new Set(found.filter((pool) => pool !== zeroAddress)) };
}

/** Returns the search scope for a chain, without the account's cards. @throws if the RPC request fails. */
export async function readActivityScope(
  config: Config,
  client: QueryClient,
  {
    chainId,
    account,
    tokens,
    contracts,
  }: Pick<ActivityScope, 'chainId' | 'account' | 'tokens'> & { contracts: readonly Contract[] },
): Promise<ActivityScope> {
  const here = contracts.filter((contract) => contract.chainId === chainId);
  const named = new Map(here.map(({ name, address }) => [name, getAddress(address)]));
  const router = named.get('router_contract');
  if (!router) return { chainId, account, tokens, contracts: named, pools: new Set(), cards: new Set() };
  const addresses = [...tokens.keys()].filter((address) => address !== NATIVE_TOKEN);
  const { wrapped, pools } = await client.fetchQuery({
    queryKey: ['exchange', chainId, router, listName(addresses)],
    queryFn: () => readExchange(config, chainId, router, addresses),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
  const withWrapped = new Map([...named, ['wrapped', wrapped] as const]);
  return { chainId, account, tokens, contracts: withWrapped, pools, cards: new Set() };
}
