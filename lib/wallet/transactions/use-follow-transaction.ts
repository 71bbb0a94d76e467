import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { BaseError, type Hash, isAddressEqual, isHash, UnknownBundleIdError, withRetry } from 'viem';
import { getTransaction } from 'viem/actions';
import { type Config, useConfig } from 'wagmi';
import { getCallsStatus } from 'wagmi/actions';
import { BATCH_POLL_MS, FOLLOW_RETRY_MS, TRANSACTION_DROPPED_AFTER_MS } from '@/lib/wallet-constants';
import { findMoves } from './find-moves';
import type { CallBatch, LedgerEntry } from './ledger-entry';
import { awaitEnd, callHash, findWrongChain, type TransactionEnd } from './transaction-end';
import { isVerifiedKind } from './transaction-kinds';
import { endInLedger, updateLedger, useLedger } from './transaction-ledger';

/** Result of a batch: its transaction, which is tracked next, or a failure without a transaction. */
type BatchNews = { hash: Hash } | Extract<TransactionEnd, { status: 'failed' }>;
type BatchEntry = LedgerEntry & { batch: CallBatch };

const failed = (reason: 'reverted' | 'dropped'): BatchNews => ({ status: 'failed', reason });

/** EIP-5792 status codes: 100 is pending, 200 confirmed, 400 never sent, 500 reverted, and 600 partially reverted. */
async function askWallet(config: Config, id: string): Promise<BatchNews | null> {
  const { status, statusCode, receipts = [] } = await getCallsStatus(config, { id });
  const hash = receipts.at(-1)?.transactionHash;
  // If a partially reverted batch has several receipts, the last call's own transaction shows the result.
  const isKnown = status === 'success' || (statusCode === 600 && receipts.length > 1);
  if (isKnown && hash && isHash(hash)) return { hash };
  if (status !== 'failure') return null;
  return failed(statusCode === 400 ? 'dropped' : 'reverted');
}

const isForgotten = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof UnknownBundleIdError) !== null;

/** Searches the chain for a batch's transaction, in case the wallet no longer has the batch. */
async function askChain(config: Config, { batch, ...sent }: BatchEntry): Promise<BatchNews | null> {
  const hashes = await findMoves(config, { ...sent, contract: batch.contract, fromBlock: batch.fromBlock });
  const known = new Set(useLedger.getState().entries.map(({ hash }) => hash));
  const hash = hashes.find((candidate) => !known.has(candidate));
  return hash ? { hash } : null;
}

/** Returns the result of a batch, or null while the result is uncertain. */
async function lookUpBatch(config: Config, entry: BatchEntry): Promise<BatchNews | null> {
  try {
    return await askWallet(config, entry.batch.id);
  } catch (error) {
    // If the node is unreachable, the result remains uncertain.
    const found = await askChain(config, entry).catch(() => undefined);
    if (found !== null) return found ?? null;
    const isOld = Date.now() - entry.createdAt > TRANSACTION_DROPPED_AFTER_MS;
    return isOld && isForgotten(error) ? failed('dropped') : null;
  }
}

/**
 * React hook that tracks a pending transaction and records its outcome in the ledger: confirmed, reverted, replaced, or
 * dropped. Calls `onEnd` once. Calls `onWrongChain` with the actual chain if the wallet reported a different one. Kinds
 * that the server verifies are then tracked on that chain, and all others count as failed.
 */
export function useFollowTransaction(
  entry: LedgerEntry,
  onEnd: (end: TransactionEnd) => void,
  onWrongChain: (foundOn: number) => void,
): void {
  const { id, hash, chainId, account, kind, status, nonce } = entry;
  const config = useConfig();
  const queryClient = useQueryClient();
  const latest = useEffectEvent(() => entry);
  const end = useEffectEvent((outcome: TransactionEnd) => {
    onEnd(outcome);
    endInLedger(id, outcome);
  });

  const stray = useEffectEvent((foundOn: number) => {
    onWrongChain(foundOn);
    updateLedger(
      id,
      isVerifiedKind(kind) ? { chainId: foundOn } : { status: 'failed', reason: 'otherChain' },
    );
  });
  // The nonce is needed later to find out whether the transaction was replaced while no page was open.
  const isNonceWanted = status === 'pending' && nonce === undefined;
  useEffect(() => {
    if (!isNonceWanted || hash === null) return;
    const abort = new AbortController();
    const read = async () => {
      const foundOn = await findWrongChain(config, chainId, hash);
      return foundOn ?? getTransaction(config.getClient({ chainId }), { hash });
    };
    // Other nodes may receive the transaction a few seconds after the wallet's own node.
    withRetry(read, {
      retryCount: 5,
      delay: ({ count }) => FOLLOW_RETRY_MS * 2 ** count,
      signal: abort.signal,
    }).then(
      (sent) => {
        if (abort.signal.aborted) return;
        if (typeof sent === 'number') stray(sent);
        // A contract wallet's transaction is sent by another account, whose nonce must not be recorded.
        else if (isAddressEqual(sent.from, account))
          updateLedger(id, { nonce: sent.nonce, call: callHash(sent) });
      },
      // The node is unreachable, so this is retried after a reload.
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

/**
 * React hook that polls the wallet for a batch (EIP-5792, wallet_getCallsStatus) until its transaction is known. That
 * transaction is then tracked like any other. Calls `onEnd` once if the batch failed without a transaction.
 */
export function useFollowBatch(entry: LedgerEntry, onEnd: (end: TransactionEnd) => void): void {
  const { id, hash, status } = entry;
  const config = useConfig();
  const look = useEffectEvent(async () => {
    const { batch } = entry;
    return batch ? lookUpBatch(config, { ...entry, batch }) : null;
  });
  const end = useEffectEvent(onEnd);
  const isWaiting = status === 'pending' && hash === null;

  useEffect(() => {
    if (!isWaiting) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async () => {
      const news = await look();
      if (!current) return;
      if (!news) timer = setTimeout(() => void follow(), BATCH_POLL_MS);
      else if ('hash' in news) updateLedger(id, { hash: news.hash });
      else {
        end(news);
        updateLedger(id, news);
      }
    };
    void follow();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [isWaiting, id]);
}
