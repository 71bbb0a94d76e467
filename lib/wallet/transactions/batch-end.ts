import { BaseError, type Hash, isHash, UnknownBundleIdError } from 'viem';
import type { Config } from 'wagmi';
import { getCallsStatus } from 'wagmi/actions';
import { TRANSACTION_DROPPED_AFTER_MS } from '@/lib/wallet-constants';
import type { CallBatch } from './call-batch';
import { findMoves } from './find-moves';
import type { LedgerEntry } from './ledger-entry';
import type { TransactionEnd } from './transaction-end';
import { useLedger } from './transaction-ledger';

/** The transaction that a batch led to, which is followed on, or its end without one. */
export type BatchNews = { hash: Hash } | Extract<TransactionEnd, { status: 'failed' }>;
export type BatchEntry = LedgerEntry & { batch: CallBatch };

const failed = (reason: 'reverted' | 'dropped'): BatchNews => ({ status: 'failed', reason });

/** By EIP-5792: 100 waits, 200 is done, 400 was never sent, 500 is undone, 600 is done in part. */
async function askWallet(config: Config, id: string): Promise<BatchNews | null> {
  const { status, statusCode, receipts = [] } = await getCallsStatus(config, { id });
  const hash = receipts.at(-1)?.transactionHash;
  // Done in part is not what was asked for; what the last call did is told by its own transaction.
  const isTold = status === 'success' || (statusCode === 600 && receipts.length > 1);
  if (isTold && hash && isHash(hash)) return { hash };
  if (status !== 'failure') return null;
  return failed(statusCode === 400 ? 'dropped' : 'reverted');
}

const isForgotten = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof UnknownBundleIdError) !== null;

/** For a wallet that knows nothing of its batch any more, the chain tells. */
async function askChain(config: Config, { batch, ...sent }: BatchEntry): Promise<BatchNews | null> {
  const hashes = await findMoves(config, { ...sent, contract: batch.contract, fromBlock: batch.fromBlock });
  const known = new Set(useLedger.getState().entries.map(({ hash }) => hash));
  const hash = hashes.find((candidate) => !known.has(candidate));
  return hash ? { hash } : null;
}

/** What is known of a batch that a wallet has taken on; null while nothing is certain. */
export async function lookUpBatch(config: Config, entry: BatchEntry): Promise<BatchNews | null> {
  try {
    return await askWallet(config, entry.batch.id);
  } catch (error) {
    // A node out of reach tells nothing either.
    const found = await askChain(config, entry).catch(() => undefined);
    if (found !== null) return found ?? null;
    const isOld = Date.now() - entry.createdAt > TRANSACTION_DROPPED_AFTER_MS;
    return isOld && isForgotten(error) ? failed('dropped') : null;
  }
}
