import { type Address, zeroAddress } from 'viem';
import { useReadContracts } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { provenSteps, type SentStep } from './guide-steps';

const noChains: readonly ChainMapping[] = [];
const noCoins: readonly Coin[] = [];
const noContracts: readonly Contract[] = [];

/**
 * React hook that returns the steps that an account has completed on any device, according to the chains and the server.
 * Without an account, nothing is read. `isKnown` is false until every chain and the server have answered or failed.
 */
export function useProvenSteps(account: Address | undefined): {
  proven: readonly SentStep[];
  isKnown: boolean;
} {
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains = noChains }, { data: coins = noCoins }, { data: contracts = noContracts }] = lists;
  const isListed = account !== undefined && lists.every(({ data }) => data !== undefined);
  const view = { account: account ?? zeroAddress, chains: isListed ? chains : noChains, coins, contracts };
  const { rows, parts, server } = useActivityRows(view, 0, { hasNative: false });
  const presales = isListed ? contracts.filter(({ name }) => name === 'presale_contract') : noContracts;
  const starts = useReadContracts({
    contracts: presales.map(({ chainId, address }) => {
      return { chainId, address: address as Address, abi: presaleAbi, functionName: 'start' } as const;
    }),
    query: { staleTime: Number.POSITIVE_INFINITY },
  });
  const openedAt = new Map(
    presales.map(({ chainId }, index) => {
      const start = starts.data?.[index]?.result;
      return [chainId, start === undefined ? Number.POSITIVE_INFINITY : Number(start) * 1_000];
    }),
  );
  const isRead = server.isRead && parts.every(({ data, isFailed }) => data !== undefined || isFailed);
  return {
    proven: provenSteps(rows, openedAt),
    isKnown: account === undefined || (isListed && isRead && (presales.length === 0 || !starts.isPending)),
  };
}
