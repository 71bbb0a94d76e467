import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import { useConfig, useWaitForTransactionReceipt } from 'wagmi';
import { getTransaction } from 'wagmi/actions';
import { TRANSACTION_DROPPED_AFTER_MS } from '@/lib/constants';
import { type LedgerEntry, updateLedger } from './transaction-ledger';

/** Follows a pending transaction to its end and writes it into the ledger: confirmed, failed, replaced or dropped. */
export function useFollowTransaction(entry: LedgerEntry): void {
  const config = useConfig();
  const queryClient = useQueryClient();
  const { hash, chainId, status } = entry;
  const { data: receipt, error } = useWaitForTransactionReceipt({
    hash,
    chainId,
    pollingInterval: 1_000,
    timeout: TRANSACTION_DROPPED_AFTER_MS,
    onReplaced: ({ reason, transaction }) => {
      if (reason === 'cancelled') updateLedger(hash, { status: 'failed', reason: 'cancelled' });
      else updateLedger(hash, { hash: transaction.hash });
    },
    query: { enabled: status === 'pending', retry: true, retryDelay: 3_000 },
  });

  useEffect(() => {
    if (!receipt || status !== 'pending' || receipt.transactionHash !== hash) return;
    updateLedger(
      hash,
      receipt.status === 'success' ? { status: 'confirmed' } : { status: 'failed', reason: 'reverted' },
    );
    void queryClient.invalidateQueries();
  }, [receipt, status, hash, queryClient]);

  useEffect(() => {
    if (!error || status !== 'pending') return;
    getTransaction(config, { hash, chainId }).catch((cause: unknown) => {
      const gone =
        cause instanceof TransactionNotFoundError || cause instanceof TransactionReceiptNotFoundError;
      if (gone) updateLedger(hash, { status: 'failed', reason: 'dropped' });
    });
  }, [error, status, config, hash, chainId]);
}
