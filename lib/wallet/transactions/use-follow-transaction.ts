import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isAddressEqual, withRetry } from 'viem';
import { getTransaction } from 'viem/actions';
import { useConfig } from 'wagmi';
import { FOLLOW_RETRY_MS } from '@/lib/wallet-constants';
import type { LedgerEntry } from './ledger-entry';
import { callHash } from './transaction-by-nonce';
import { awaitEnd, type TransactionEnd } from './transaction-end';
import { isVerifiedKind } from './transaction-kind';
import { updateLedger } from './transaction-ledger';
import { findStray } from './wrong-chain';

/**
 * Follows a pending transaction to its end and writes it into the ledger: confirmed, reverted, replaced or dropped.
 * `onEnd` is told once. `onStray` is told of the chain that it was sent on where the wallet has lied about that: what
 * the server proves is followed there, anything else has failed.
 */
export function useFollowTransaction(
  entry: LedgerEntry,
  onEnd: (end: TransactionEnd) => void,
  onStray: (foundOn: number) => void,
): void {
  const { id, hash, chainId, account, kind, status, nonce } = entry;
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

  const stray = useEffectEvent((foundOn: number) => {
    onStray(foundOn);
    updateLedger(
      id,
      isVerifiedKind(kind) ? { chainId: foundOn } : { status: 'failed', reason: 'otherChain' },
    );
  });
  // By its nonce it is known later whether another one took its place while no page looked.
  const isNonceWanted = status === 'pending' && nonce === undefined;
  useEffect(() => {
    if (!isNonceWanted || hash === null) return;
    const abort = new AbortController();
    const read = async () => {
      const foundOn = await findStray(config, chainId, hash);
      return foundOn ?? getTransaction(config.getClient({ chainId }), { hash });
    };
    // A node may learn of it some seconds after its wallet's own node did.
    withRetry(read, {
      retryCount: 5,
      delay: ({ count }) => FOLLOW_RETRY_MS * 2 ** count,
      signal: abort.signal,
    }).then(
      (sent) => {
        if (abort.signal.aborted) return;
        if (typeof sent === 'number') stray(sent);
        // A contract wallet's transaction is sent by another account, with that one's nonce.
        else if (isAddressEqual(sent.from, account))
          updateLedger(id, { nonce: sent.nonce, call: callHash(sent) });
      },
      // Out of reach, or gone: it can do without, and asks again after a reload.
      () => undefined,
    );
    return () => abort.abort();
  }, [isNonceWanted, id, hash, chainId, account, config]);

  useEffect(() => {
    if (status !== 'pending' || hash === null) return;
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
