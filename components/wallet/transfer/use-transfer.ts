import { useMemo } from 'react';
import { getAddress } from 'viem';
import { useConnection } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { type Balance, useBalances } from '@/lib/wallet/balances/use-balances';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import type { DraftStore, TransferDraft } from './transfer-draft';

const isAny = () => true;
const none: [] = [];

/**
 * React hook that returns the selectable chains and coins, filtered by `offered`, and the draft's selection and amount.
 * `offered` must be a stable function.
 */
export function useTokenChoice(
  draft: Pick<TransferDraft, 'chainId' | 'coinId' | 'amount'>,
  {
    offered = isAny,
    hidesNetworks = false,
  }: { offered?: (balance: Balance) => boolean; hidesNetworks?: boolean },
) {
  const { address: account } = useConnection();
  const { data: allChains = none } = useChainMapping();
  const { data: allCoins = none } = useCoins();
  const { data: allContracts = none } = useContracts();
  const all = { chains: allChains, coins: allCoins, contracts: allContracts };
  const shown = useShownLists(all);
  const { chains: listed, coins, contracts } = hidesNetworks ? shown : all;
  const { balances, failedChainIds, isLoading, refetch } = useBalances(account, coins, contracts);
  const choices = useMemo(() => balances.filter(offered), [balances, offered]);
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
    choices,
    chosen,
    // An amount entered for one coin does not apply to another.
    amount: chosen && draft.coinId !== null && draft.coinId !== chosen.coin.id ? '' : draft.amount,
    vault: vault === undefined ? undefined : getAddress(vault),
    failedChainIds,
    refetch,
    /** Whether more balances may still appear. */
    isLoading: isLoading || listed.length === 0 || balances.length === 0,
  };
}

/** React hook that returns the account's draft and a function to change it. */
export function useTransferDraft<D extends TransferDraft>(store: DraftStore<D>) {
  const { address = null } = useConnection();
  const stored = store.useDraft();
  const isOwn = stored.account === null || address === null || stored.account === address;
  const draft = isOwn ? stored : store.empty;
  const change = (next: Partial<D>) => store.save({ ...draft, account: address, ...next });
  return { draft, change };
}
