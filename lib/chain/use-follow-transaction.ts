import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { withRetry } from 'viem';
import { getTransaction } from 'viem/actions';
import { useConfig } from 'wagmi';
import { FOLLOW_RETRY_MS } from '@/lib/wallet-constants';
import type { LedgerEntry } from './ledger-entry';
import { callHash } from './transaction-by-nonce';
import { awaitEnd, type TransactionEnd } from './transaction-end';
import { updateLedger } from './transaction-ledger';

/**
 * Follows a pending transaction to its end and writes it into the ledger: confirmed, reverted, replaced or dropped.
 * `onEnd` is told once.
 */
export function useFollowTransaction(entry: LedgerEntry, onEnd: (end: TransactionEnd) => void): void {
  const { id, hash, chainId, status, nonce } = entry;
  const config = useConfig();
  const queryClient = useQueryClient();
  const latest = useEffectEvent(() => entry);
  const end = useEffectEvent((outcome: TransactionEnd) => {
    onEnd(outcome);
    const { status } = outcome;
    updateLedger(
      id,
      status === 'confirmed'
        ? { status, hash: outcome.receipt.transactionHash }
        : { status, reason: outcome.reason },
    );
  });

  // By its nonce it is known later whether another one took its place while no page looked.
  const isNonceWanted = status === 'pending' && nonce === undefined;
  useEffect(() => {
    if (!isNonceWanted) return;
    const abort = new AbortController();
    const read = () => getTransaction(config.getClient({ chainId }), { hash: id });
    // A node may learn of it some seconds after its wallet's own node did.
    withRetry(read, {
      retryCount: 5,
      delay: ({ count }) => FOLLOW_RETRY_MS * 2 ** count,
      signal: abort.signal,
    }).then(
      (sent) => updateLedger(id, { nonce: sent.nonce, call: callHash(sent) }),
      // Out of reach, or gone: it can do without, and asks again after a reload.
      () => undefined,
    );
    return () => abort.abort();
  }, [isNonceWanted, id, chainId, config]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a replacement is followed anew, by its own hash
  useEffect(() => {
    if (status !== 'pending') return;
    const client = config.getClient({ chainId });
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const follow = async () => {
      const outcome = await awaitEnd(client, () => latest());
      if (!current) return;
      if (outcome) {
        end(outcome);
        await queryClient.invalidateQueries();
      } else timer = setTimeout(() => void follow(), FOLLOW_RETRY_MS);
    };
    void follow();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [hash, chainId, status, config, queryClient]);
}
