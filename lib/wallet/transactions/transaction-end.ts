import {
  type Address,
  type Client,
  type Hash,
  isAddressEqual,
  keccak256,
  type ReplacementReason,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toHex,
} from 'viem';
import {
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  waitForTransactionReceipt,
} from 'viem/actions';
import type { Config } from 'wagmi';
import { isUnanswered } from '@/lib/evm/node-transport';
import { TRANSACTION_DROPPED_AFTER_MS, TRANSACTION_LOOK_MS } from '@/lib/wallet-constants';
import { blockOf, isCancelling, type LedgerEntry, type MinedBlock, waitingSince } from './ledger-entry';

/** Returns the hash of a transaction's recipient, value, and data, which identifies its call regardless of fees. */
export const callHash = ({ to, value, input }: Pick<Transaction, 'to' | 'value' | 'input'>) =>
  keccak256(`${to ?? '0x'}${toHex(value, { size: 32 }).slice(2)}${input.slice(2)}`);

/**
 * Finds the mined transaction with an account's nonce, or null if there is none. Searches backward from the head in
 * growing steps, because many nodes keep only recent states.
 * @throws if the RPC request fails, or if the node has pruned the required states.
 */
export async function findByNonce(
  client: Client,
  address: Address,
  nonce: number,
): Promise<Transaction | null> {
  const isTaken = async (blockNumber: bigint) =>
    (await getTransactionCount(client, { address, blockNumber })) > nonce;
  let high = await getBlockNumber(client, { cacheTime: 0 });
  if (!(await isTaken(high))) return null;
  let low = high - 1n;
  while (low > 0n && (await isTaken(low))) {
    const step = (high - low) * 2n;
    high = low;
    low = low > step ? low - step : 0n;
  }
  while (high - low > 1n) {
    const middle = (high + low) / 2n;
    if (await isTaken(middle)) high = middle;
    else low = middle;
  }
  const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true });
  return transactions.find((mined) => mined.nonce === nonce && isAddressEqual(mined.from, address)) ?? null;
}

/**
 * The outcome of a transaction: its receipt if it was confirmed, otherwise the reason why it had no effect, and the block
 * that decided it, if known. Only a reorganization changes it.
 */
export type TransactionEnd =
  | { status: 'confirmed'; receipt: TransactionReceipt }
  | { status: 'failed'; reason: 'cancelled' | 'reverted' | 'dropped'; block?: MinedBlock };

const minedCall = (receipt: TransactionReceipt): TransactionEnd =>
  receipt.status === 'reverted'
    ? { status: 'failed', reason: 'reverted', block: blockOf(receipt) }
    : { status: 'confirmed', receipt };

/**
 * Returns a ledger entry's outcome from the receipt of the mined transaction with its nonce: confirmed, reverted, or
 * canceled. `reason` describes how the mined transaction differs from the tracked one.
 */
export function endOf(
  entry: LedgerEntry,
  receipt: TransactionReceipt,
  reason: ReplacementReason | null,
): TransactionEnd {
  const { transactionHash: mined } = receipt;
  const known = entry.replacements?.find(({ hash }) => hash === mined);
  const isCall = known
    ? known.kind === 'speedUp'
    : mined === entry.id || ((reason === null || reason === 'repriced') && !isCancelling(entry));
  if (!isCall) return { status: 'failed', reason: 'cancelled', block: blockOf(receipt) };
  return minedCall(receipt);
}

/** Returns a transaction's receipt if it was mined, otherwise `pending` or, if the node doesn't have it, `unknown`. */
async function look(client: Client, hash: Hash): Promise<TransactionReceipt | 'pending' | 'unknown'> {
  try {
    return await getTransactionReceipt(client, { hash });
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
  }
  try {
    await getTransaction(client, { hash });
    return 'pending';
  } catch (error) {
    if (!(error instanceof TransactionNotFoundError)) throw error;
    return 'unknown';
  }
}

/** Returns the mined transaction that used a nonce, or `untold` if the node has pruned the required states. */
async function findTaker(client: Client, account: Address, nonce: number) {
  try {
    return await findByNonce(client, account, nonce);
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return 'untold';
  }
}

const sentInstead = ({ replacements = [] }: LedgerEntry) => replacements.map(({ hash }) => hash);

/** Checks every transaction that may have used the entry's nonce. Returns null while one of them is pending. */
async function settle(client: Client, hash: Hash, entry: LedgerEntry): Promise<TransactionEnd | null> {
  const hashes = new Set([hash, ...(entry.batch ? [] : [entry.id]), ...sentInstead(entry)]);
  const states = await Promise.all([...hashes].map((hash) => look(client, hash)));
  for (const state of states) if (typeof state === 'object') return endOf(entry, state, null);
  if (states.includes('pending')) return null;
  const { account, nonce, call } = entry;
  const taker = nonce === undefined ? null : await findTaker(client, account, nonce);
  if (!taker) return { status: 'failed', reason: 'dropped' };
  if (taker === 'untold') return { status: 'failed', reason: 'cancelled' };
  const receipt = await getTransactionReceipt(client, { hash: taker.hash });
  // The wallet may have sent the same call at a different fee.
  return callHash(taker) === call
    ? minedCall(receipt)
    : { status: 'failed', reason: 'cancelled', block: blockOf(receipt) };
}

/**
 * Waits for the final outcome of a pending transaction. `latest` returns its current ledger entry. Returns null if the
 * outcome is still uncertain, because the transaction is still pending or the node is unreachable.
 */
export async function awaitEnd(client: Client, latest: () => LedgerEntry): Promise<TransactionEnd | null> {
  const { hash, batch } = latest();
  if (hash === null) return null;
  // A batch's transaction may have been pending at the wallet's node for a long time, so the timeout starts now.
  const since = batch ? Date.now() : waitingSince(latest());
  const left = since + TRANSACTION_DROPPED_AFTER_MS - Date.now();
  let replaced: ReplacementReason | null = null;
  let isSameCall = false;
  try {
    // Uses viem's action, because wagmi's throws both for a reverted transaction and for an unreachable node.
    const receipt = await waitForTransactionReceipt(client, {
      hash,
      pollingInterval: 1_000,
      // The retries at each block take 3 s, which is less than the shortest timeout.
      retryCount: 4,
      timeout: Math.max(left, TRANSACTION_LOOK_MS),
      onReplaced: ({ reason, transaction }) => {
        replaced = reason;
        // If a cancellation was replaced, this may be the original call, resent by the wallet at a different fee.
        isSameCall = callHash(transaction) === latest().call;
      },
    });
    return isSameCall ? minedCall(receipt) : endOf(latest(), receipt, replaced);
  } catch {
    // The wait timed out or the node was unreachable, so check the status of each transaction.
    return settle(client, hash, latest()).catch(() => null);
  }
}

/** Returns whether a node has a transaction, or null if the node doesn't respond. */
async function knows(config: Config, chainId: number, hash: Hash): Promise<boolean | null> {
  try {
    await getTransaction(config.getClient({ chainId }), { hash });
    return true;
  } catch (error) {
    return error instanceof TransactionNotFoundError ? false : null;
  }
}

/**
 * Returns the chain to which a wallet actually sent a transaction, if the reported chain doesn't have it but another
 * one does. Otherwise returns null. A signed transaction is valid on one chain only (EIP-155).
 */
export async function findWrongChain(config: Config, chainId: number, hash: Hash): Promise<number | null> {
  if ((await knows(config, chainId, hash)) !== false) return null;
  const others = config.chains.map(({ id }) => id).filter((id) => id !== chainId);
  const known = await Promise.all(others.map((id) => knows(config, id, hash)));
  return others.find((_, index) => known[index]) ?? null;
}
