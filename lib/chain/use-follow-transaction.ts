import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TransactionNotFoundError } from 'viem';
import { getTransaction, waitForTransactionReceipt } from 'viem/actions';
import { useConfig } from 'wagmi';
import { FOLLOW_RETRY_MS, TRANSACTION_DROPPED_AFTER_MS } from '@/lib/constants';
import type { LedgerEntry } from './ledger-entry';
import { updateLedger } from './transaction-ledger';

/**
 * Follows a pending transaction to its end and writes it into the ledger: confirmed, reverted, replaced or dropped.
 * viem's own action is used, since wagmi's throws for a reverted transaction as it does for an unreachable node.
 */
export function useFollowTransaction({ id, hash, chainId, status }: LedgerEntry): void {
  const config = useConfig();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (status !== 'pending') return;
    const client = config.getClient({ chainId });
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const follow = async () => {
      let abandoned = false;
      try {
        const receipt = await waitForTransactionReceipt(client, {
          hash,
          pollingInterval: 1_000,
          timeout: TRANSACTION_DROPPED_AFTER_MS,
          onReplaced: ({ reason }) => {
            abandoned = reason !== 'repriced';
          },
        });
        if (!current) return;
        if (abandoned) updateLedger(id, { status: 'failed', reason: 'cancelled' });
        else if (receipt.status === 'reverted') updateLedger(id, { status: 'failed', reason: 'reverted' });
        else updateLedger(id, { status: 'confirmed', hash: receipt.transactionHash });
        await queryClient.invalidateQueries();
      } catch {
        // Timed out or out of reach: only a node that says it does not know the transaction settles it.
        const gone = await getTransaction(client, { hash }).then(
          () => false,
          (error: unknown) => error instanceof TransactionNotFoundError,
        );
        if (!current) return;
        if (gone) updateLedger(id, { status: 'failed', reason: 'dropped' });
        else timer = setTimeout(() => void follow(), FOLLOW_RETRY_MS);
      }
    };
    void follow();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, hash, chainId, status, config, queryClient]);
}
