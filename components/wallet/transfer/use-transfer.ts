import { useMemo } from 'react';
import { getAddress } from 'viem';
import { useConnection } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { type Balance, useBalances } from '@/lib/wallet/balances/use-balances';
import { isSettled } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import type { DraftStore, TransferDraft } from './transfer-draft';

const isAny = () => true;

/**
 * React hook that returns the selectable chains and coins, filtered by `offered`, and the draft's selection. `offered`
 * must be a stable function.
 */
export function useTokenChoice(
  draft: { chainId: number | null; coinId: number | null },
  offered: (balance: Balance) => boolean = isAny,
) {
  const { address: account } = useConnection();
  const { data: listed = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
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
    vault: vault === undefined ? undefined : getAddress(vault),
    failedChainIds,
    refetch,
    /** Whether more balances may still appear. */
    isLoading: isLoading || listed.length === 0 || balances.length === 0,
  };
}

/**
 * React hook that returns the state of a vault dialog: the draft, its transaction, and a function to send one. Call it
 * from the dialog, not from the form, because a transaction continues while the dialog is closed and the form is
 * unmounted.
 */
export function useTransfer<D extends TransferDraft>(store: DraftStore<D>, dialog: 'deposit' | 'withdraw') {
  const { address = null } = useConnection();
  const open = useDialogs((state) => state.open === dialog);
  const stored = store.useDraft();
  const isOwnDraft = stored.account === null || address === null || stored.account === address;
  const draft = isOwnDraft ? stored : store.empty;
  const entry = useLedger((state) => state.entries.find(({ id }) => id === draft.sentId));
  const { step, problem, start } = useTransaction();

  const change = (next: Partial<D>) => store.save({ ...draft, account: address, open: true, ...next });
  const close = () => {
    closeDialog(dialog);
    if (entry && isSettled(entry)) store.save(store.empty);
    else store.save({ ...draft, account: address, open: false });
  };
  const send = async (plan: TransactionPlan) => {
    const sentId = await start(plan);
    // Read the latest `open` from the store, because the dialog may have been closed in the meantime.
    if (sentId) store.save({ ...draft, account: address, sentId, open: store.useDraft.getState().open });
    return sentId;
  };
  const again = () => store.save({ ...store.empty, account: address, open: true });

  return { open, draft, entry, step, problem, change, close, send, again };
}
