import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Abi, type Address, erc20Abi, getAddress, parseAbi } from 'viem';
import { useConfig } from 'wagmi';
import { readContractsQueryOptions } from 'wagmi/query';
import type { Coin, Contract } from '@/lib/api/types';
import { vaultAbi } from './abi/vault';
import { NATIVE_TOKEN } from './native-token';

const multicall3Abi = parseAbi(['function getEthBalance(address) view returns (uint256)']);

export type Balance = {
  coin: Coin;
  chainId: number;
  /** NATIVE_TOKEN for the chain's own coin, as in the vault. */
  token: Address;
  decimals: number;
  /** Base units; undefined while unknown. */
  inWallet: bigint | undefined;
  inVault: bigint | undefined;
};

type Read = { chainId: number; address: Address; abi: Abi; functionName: string; args: readonly unknown[] };

function contractsByChain(contracts: readonly Contract[], name: string) {
  return new Map(
    contracts.filter((contract) => contract.name === name).map((c) => [c.chainId, getAddress(c.address)]),
  );
}

type ChainReads = { chainId: number; holdings: Omit<Balance, 'inWallet' | 'inVault'>[]; reads: Read[] };

/** For each chain the tokens held there, and two reads a token: wallet, then vault. */
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
      const token = address ? getAddress(address) : NATIVE_TOKEN;
      const chain = byChain.get(chainId) ?? { chainId, holdings: [], reads: [] };
      byChain.set(chainId, chain);
      chain.holdings.push({ coin, chainId, token, decimals });
      chain.reads.push(
        address
          ? { chainId, address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] }
          : {
              chainId,
              address: multicall,
              abi: multicall3Abi,
              functionName: 'getEthBalance',
              args: [account],
            },
        { chainId, address: vault, abi: vaultAbi, functionName: 'balanceOf', args: [account, token] },
      );
    }
  }
  return [...byChain.values()];
}

/**
 * Wallet and vault balances of every listed token on every chain: one multicall a chain, however many tokens. Each
 * chain is a query of its own, so that one that does not answer keeps no other waiting. `failedChainIds` are the chains
 * where at least one balance could not be read; `isError` says that none could be read on any chain.
 */
export function useBalances(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
) {
  const config = useConfig();
  const chains = useMemo(
    () => (account ? readsByChain(account, coins, contracts) : []),
    [account, coins, contracts],
  );
  return useQueries({
    queries: chains.map(({ reads }) => ({
      ...readContractsQueryOptions(config, { contracts: reads }),
      refetchInterval: 12_000,
    })),
    combine: (results) => {
      const balances = chains.flatMap(({ holdings }, chain) =>
        holdings.map((holding, index): Balance => {
          const value = (offset: number) => {
            const result = results[chain]?.data?.[index * 2 + offset]?.result;
            return typeof result === 'bigint' ? result : undefined;
          };
          return { ...holding, inWallet: value(0), inVault: value(1) };
        }),
      );
      // A node out of reach resolves the query all the same: each of its rows then tells of the failure.
      const failedChainIds = chains
        .filter((_, chain) => {
          const result = results[chain];
          return result?.isError || result?.data?.some(({ status }) => status === 'failure');
        })
        .map(({ chainId }) => chainId);
      return {
        balances,
        isLoading: results.some((result) => result.isLoading),
        isError:
          failedChainIds.length > 0 &&
          failedChainIds.length === chains.length &&
          balances.every(({ inWallet, inVault }) => inWallet === undefined && inVault === undefined),
        failedChainIds,
        refetch: () => Promise.all(results.map((result) => result.refetch())),
      };
    },
  });
}
