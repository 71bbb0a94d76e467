import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Address } from 'viem';
import { listCoins } from '../../coins/coins';
import { listChains } from '../../config/lists';
import { contracts } from '../../db/config-tables';
import { database } from '../../db/database';

/** A chain with a Uniswap V2 router and a Multicall3 contract. */
export type DexChain = {
  id: number;
  serverRpcUrl: string;
  testnet: boolean;
  router: Address;
  multicall: Address;
};

/** A token on one chain. Coins that share it, such as a native currency and its wrapped form, share its price. */
export type DexToken = {
  address: Address;
  decimals: number;
  coins: { id: number; symbol: string }[];
  /** Whether one of the token's coins is pegged to the US dollar. */
  pegged: boolean;
  /** Whether the token is the wrapped native currency. */
  native: boolean;
};

/** Returns the chains whose prices can be read, because they have both a router and a Multicall3 contract. */
export async function dexChains(): Promise<DexChain[]> {
  const [chains, rows] = await Promise.all([
    listChains(),
    database('public')
      .select()
      .from(contracts)
      .where(inArray(contracts.name, ['router_contract', 'multicall'])),
  ]);
  return chains.flatMap(({ id, serverRpcUrl, testnet }) => {
    const addressOf = (wanted: string) =>
      rows.find(({ chainId, name }) => chainId === id && name === wanted)?.address;
    const [router, multicall] = [addressOf('router_contract'), addressOf('multicall')];
    return router && multicall ? [{ id, serverRpcUrl, testnet, router, multicall }] : [];
  });
}

/** Returns the tokens of the configured coins on a chain, one per address. */
export async function dexTokens(
  chainId: number,
  weth: Address,
  isPegged: (symbol: string) => boolean,
): Promise<DexToken[]> {
  const tokens = new Map<Address, DexToken>();
  for (const coin of await listCoins())
    for (const token of coin.tokens) {
      if (token.chainId !== chainId) continue;
      const address = token.address ?? weth;
      const known = tokens.get(address);
      tokens.set(address, {
        address,
        decimals: token.decimals,
        coins: [...(known?.coins ?? []), { id: coin.id, symbol: coin.symbol }],
        pegged: (known?.pegged ?? false) || isPegged(coin.symbol),
        native: address === weth,
      });
    }
  return [...tokens.values()];
}
