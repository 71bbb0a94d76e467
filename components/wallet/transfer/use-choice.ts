import { getAddress } from 'viem';
import { useConnection } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { type Balance, useBalances } from '@/lib/wallet/balances/use-balances';

/** The chains and coins to choose from, those that are `offered` alone, and what the draft has chosen of them. */
export function useChoice(
  draft: { chainId: number | null; coinId: number | null },
  offered: (balance: Balance) => boolean = () => true,
) {
  const { address: account } = useConnection();
  const { data: listed = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { balances, failedChainIds, isLoading, refetch } = useBalances(account, coins, contracts);
  const choices = balances.filter(offered);
  const chains = listed.filter(({ id }) => choices.some(({ chainId }) => chainId === id));
  const isListed = chains.some(({ id }) => id === draft.chainId);
  const chainId = (isListed ? draft.chainId : chains[0]?.id) ?? null;
  const onChain = choices.filter((balance) => balance.chainId === chainId);
  const chosen: Balance | undefined = onChain.find(({ coin }) => coin.id === draft.coinId) ?? onChain[0];
  const vault = contracts.find(
    (contract) => contract.chainId === chainId && contract.name === 'vault_contract',
  )?.address;
  return {
    account,
    chains,
    chain: chains.find(({ id }) => id === chainId),
    chainId,
    onChain,
    chosen,
    vault: vault === undefined ? undefined : getAddress(vault),
    failedChainIds,
    refetch,
    /** Whether a balance may still appear. */
    isLoading: isLoading || listed.length === 0 || balances.length === 0,
  };
}
