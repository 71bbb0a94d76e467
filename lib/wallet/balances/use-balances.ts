import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Address, erc20Abi, getAddress, parseAbi } from 'viem';
import { useConfig } from 'wagmi';
import type { Coin, Contract } from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type Call, type CallResult, withoutChecksum } from '@/lib/evm/multicall-slice';
import { CONTRACT_POLL_MS, readMany } from '@/lib/evm/read-many';
import { listedAddress, listName } from '@/lib/wallet/tokens/listed-token';

const multicall3Abi = parseAbi(['function getEthBalance(address) view returns (uint256)']);

export type Balance = {
  coin: Coin;
  chainId: number;
  /** Token address, or NATIVE_TOKEN for the native currency, as in the vault. */
  token: Address;
  decimals: number;
  /** Base units, or undefined while unknown. */
  inWallet: bigint | undefined;
  inVault: bigint | undefined;
};

function contractsByChain(contracts: readonly Contract[], name: string) {
  return new Map(
    contracts.filter((contract) => contract.name === name).map((c) => [c.chainId, getAddress(c.address)]),
  );
}

type ChainReads = {
  chainId: number;
  vault: Address;
  multicall: Address;
  holdings: Omit<Balance, 'inWallet' | 'inVault'>[];
  reads: Call[];
};

/** Returns each chain's listed tokens, and two reads per token: the wallet balance, then the vault balance. */
function readsByChain(
  account: Address,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): ChainReads[] {
  const vaults = contractsByChain(contracts, 'vault_contract');
  const multicalls = contractsByChain(contracts, 'multicall');
  const byChain = new Map<number, ChainReads>();
  for (const coin of coins) {
    for (const { chainId, address, decimals } of coin.tokens) {
      const vault = vaults.get(chainId);
      const multicall = multicalls.get(chainId);
      if (!vault || !multicall) continue;
      const token = listedAddress(address);
      const chain = byChain.get(chainId) ?? { chainId, vault, multicall, holdings: [], reads: [] };
      byChain.set(chainId, chain);
      chain.holdings.push({ coin, chainId, token, decimals });
      chain.reads.push(
        address
          ? { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] }
          : { address: multicall, abi: multicall3Abi, functionName: 'getEthBalance', args: [account] },
        { address: vault, abi: vaultAbi, functionName: 'balanceOf', args: [account, withoutChecksum(token)] },
      );
    }
  }
  return [...byChain.values()];
}

type Asked = { account: Address; contracts: readonly Contract[]; chains: ChainReads[]; keys: unknown[][] };
const lastAsked = new WeakMap<readonly Coin[], Asked>();

/** Returns the contract reads and query keys, which are built once and shared by all components. */
function asked(account: Address, coins: readonly Coin[], contracts: readonly Contract[]): Asked {
  const known = lastAsked.get(coins);
  if (known?.account === account && known.contracts === contracts) return known;
  const chains = readsByChain(account, coins, contracts);
  const keys = chains.map(({ chainId, vault, multicall, holdings }) => {
    return ['balances', chainId, account, vault, multicall, listName(holdings.map(({ token }) => token))];
  });
  const made = { account, contracts, chains, keys };
  lastAsked.set(coins, made);
  return made;
}

const nothing: Pick<Asked, 'chains' | 'keys'> = { chains: [], keys: [] };

/**
 * A chain's balances in request order, with null for failed reads. Contains nothing else, so that polling stays cheap.
 */
type Amounts = readonly (bigint | null)[];

const amountsOf = (answers: readonly CallResult[]): Amounts =>
  answers.map(({ result }) => (typeof result === 'bigint' ? result : null));

type Read = { amounts: readonly (Amounts | undefined)[]; balances: readonly Balance[] };
const lastRead = new WeakMap<readonly ChainReads[], Read>();

/** Converts the results to balances. All components share the cached balances until a result changes. */
function balancesOf(
  chains: readonly ChainReads[],
  amounts: readonly (Amounts | undefined)[],
): readonly Balance[] {
  const known = lastRead.get(chains);
  if (known && chains.every((_, chain) => known.amounts[chain] === amounts[chain])) return known.balances;
  const balances = chains.flatMap(({ holdings }, chain) =>
    holdings.map((holding, index): Balance => {
      const value = (offset: number) => amounts[chain]?.[index * 2 + offset] ?? undefined;
      return { ...holding, inWallet: value(0), inVault: value(1) };
    }),
  );
  lastRead.set(chains, { amounts, balances });
  return balances;
}

type ChainResult = {
  data: Amounts | undefined;
  isError: boolean;
  isLoading: boolean;
  refetch: () => Promise<unknown>;
};

function combineChains(chains: readonly ChainReads[], results: readonly ChainResult[]) {
  // If a node is unreachable, the query still resolves, with a null amount for each read.
  const failedChainIds = chains
    .filter((_, chain) => results[chain]?.isError || results[chain]?.data?.includes(null))
    .map(({ chainId }) => chainId);
  return {
    amounts: results.map(({ data }) => data),
    isLoading: results.some((result) => result.isLoading),
    isError:
      failedChainIds.length > 0 &&
      failedChainIds.length === chains.length &&
      results.every(({ data }) => data?.every((amount) => amount === null) ?? true),
    failedChainIds,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  };
}

/**
 * React hook that returns wallet and vault balances of every listed token on every chain, with one multicall per chain
 * unless there are very many tokens. Each chain has its own query, so a slow chain does not delay the others.
 * `failedChainIds` lists the chains where a balance couldn't be read; `isError` is true if no balance could be read.
 * `readAt` returns when the oldest of the shown balances was read (ms since the epoch), or null if one is missing.
 */
export function useBalances(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
) {
  const config = useConfig();
  const { chains, keys } = useMemo(
    () => (account ? asked(account, coins, contracts) : nothing),
    [account, coins, contracts],
  );
  const combine = useCallback((results: readonly ChainResult[]) => combineChains(chains, results), [chains]);
  const { amounts, ...state } = useQueries({
    queries: chains.map(({ chainId, multicall, reads }, index) => ({
      queryKey: keys[index] ?? [],
      queryFn: async () =>
        amountsOf(await readMany(config.getClient({ chainId }), reads, { multicallAddress: multicall })),
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine,
  });
  const queryClient = useQueryClient();
  const readAt = (): number | null => {
    const times = keys.map((key) => queryClient.getQueryState(key)?.dataUpdatedAt || null);
    return times.length === 0 || times.includes(null) ? null : Math.min(...times.map(Number));
  };
  return { ...state, balances: balancesOf(chains, amounts), readAt };
}
