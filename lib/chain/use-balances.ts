import { useMemo } from 'react';
import { type Abi, type Address, erc20Abi, getAddress, parseAbi } from 'viem';
import { useReadContracts } from 'wagmi';
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

/** Wallet and vault balances of every listed token on every chain: one multicall a chain, however many tokens. */
export function useBalances(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
) {
  const { holdings, reads } = useMemo(() => {
    const vaults = contractsByChain(contracts, 'vault_contract');
    const multicalls = contractsByChain(contracts, 'multicall');
    const holdings: Omit<Balance, 'inWallet' | 'inVault'>[] = [];
    const reads: Read[] = [];
    for (const coin of coins) {
      for (const { chainId, address, decimals } of coin.tokens) {
        const vault = vaults.get(chainId);
        const multicall = multicalls.get(chainId);
        if (!account || !vault || !multicall) continue;
        const token = address ? getAddress(address) : NATIVE_TOKEN;
        holdings.push({ coin, chainId, token, decimals });
        reads.push(
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
    return { holdings, reads };
  }, [account, coins, contracts]);

  const query = useReadContracts({
    contracts: reads,
    query: { refetchInterval: 12_000, enabled: reads.length > 0 },
  });
  const balances = useMemo(
    () =>
      holdings.map((holding, index): Balance => {
        const value = (offset: number) => {
          const result = query.data?.[index * 2 + offset]?.result;
          return typeof result === 'bigint' ? result : undefined;
        };
        return { ...holding, inWallet: value(0), inVault: value(1) };
      }),
    [holdings, query.data],
  );
  return { balances, isLoading: query.isLoading, isError: query.isError, refetch: query.refetch };
}
