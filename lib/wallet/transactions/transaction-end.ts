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
import { isCancelling, type LedgerEntry, waitingSince } from './ledger-entry';

/** What names a transaction's call, whatever was paid for it: the hash of receiver, value and data. */
export const callHash = ({ to, value, input }: Pick<Transaction, 'to' | 'value' | 'input'>) =>
  keccak256(`${to ?? '0x'}${toHex(value, { size: 32 }).slice(2)}${input.slice(2)}`);

/**
 * The mined transaction that took an account's nonce; null where none has. It is looked for from the head backwards, in
 * ever larger steps, since many nodes keep the states of the latest blocks alone.
 * @throws what the node says, also where it no longer keeps the states that tell.
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

/** How a transaction ended: mined, or with the reason why nothing was done. */
export type TransactionEnd =
  | { status: 'confirmed'; receipt: TransactionReceipt }
  | { status: 'failed'; reason: 'cancelled' | 'reverted' | 'dropped' };

const minedCall = (receipt: TransactionReceipt): TransactionEnd =>
  receipt.status === 'reverted' ? { status: 'failed', reason: 'reverted' } : { status: 'confirmed', receipt };

/**
 * What a mined transaction means for the entry whose nonce it took: its call, a cancellation, or something else.
 * `reason` is how it differs from the one that was waited for, where it is another one.
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
  if (!isCall) return { status: 'failed', reason: 'cancelled' };
  return minedCall(receipt);
}

/** A mined transaction's receipt, or whether the node knows of it at all. */
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

/** Which transaction took a nonce; `untold` where the node has forgotten the states of that time. */
async function findTaker(client: Client, account: Address, nonce: number) {
  try {
    return await findByNonce(client, account, nonce);
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return 'untold';
  }
}

const sentInstead = ({ replacements = [] }: LedgerEntry) => replacements.map(({ hash }) => hash);

/** What the node says of every transaction that may have taken the entry's nonce; null while one of them waits. */
async function settle(client: Client, hash: Hash, entry: LedgerEntry): Promise<TransactionEnd | null> {
  const hashes = new Set([hash, ...(entry.batch ? [] : [entry.id]), ...sentInstead(entry)]);
  const states = await Promise.all([...hashes].map((hash) => look(client, hash)));
  for (const state of states) if (typeof state === 'object') return endOf(entry, state, null);
  if (states.includes('pending')) return null;
  const { account, nonce, call } = entry;
  const taker = nonce === undefined ? null : await findTaker(client, account, nonce);
  if (!taker) return { status: 'failed', reason: 'dropped' };
  // Its wallet may have sent the same call at another price.
  if (taker === 'untold' || callHash(taker) !== call) return { status: 'failed', reason: 'cancelled' };
  return minedCall(await getTransactionReceipt(client, { hash: taker.hash }));
}

/**
 * Waits for the end of a pending transaction. `latest` gives its entry as it stands. Null says that nothing is certain
 * yet, since the transaction still waits or the node is out of reach.
 */
export async function awaitEnd(client: Client, latest: () => LedgerEntry): Promise<TransactionEnd | null> {
  const { hash, batch } = latest();
  if (hash === null) return null;
  // The wallet's own node has that of a batch: it may have waited long before, and is given the whole time here.
  const since = batch ? Date.now() : waitingSince(latest());
  const left = since + TRANSACTION_DROPPED_AFTER_MS - Date.now();
  let replaced: ReplacementReason | null = null;
  let isSameCall = false;
  try {
    // viem's own action, since wagmi's throws for a reverted transaction as it does for an unreachable node.
    const receipt = await waitForTransactionReceipt(client, {
      hash,
      pollingInterval: 1_000,
      // Tried for 3 s, and again with each block: less than the shortest wait.
      retryCount: 4,
      timeout: Math.max(left, TRANSACTION_LOOK_MS),
      onReplaced: ({ reason, transaction }) => {
        replaced = reason;
        // What overtakes a cancellation may be the very call, at a price that its wallet chose.
        isSameCall = callHash(transaction) === latest().call;
      },
    });
    return isSameCall ? minedCall(receipt) : endOf(latest(), receipt, replaced);
  } catch {
    // Timed out or unreachable: only the transaction's status decides.
    return settle(client, hash, latest()).catch(() => null);
  }
}

/** Returns whether a node knows a transaction; null if it doesn't answer. */
async function knows(config: Config, chainId: number, hash: Hash): Promise<boolean | null> {
  try {
    await getTransaction(config.getClient({ chainId }), { hash });
    return true;
  } catch (error) {
    return error instanceof TransactionNotFoundError ? false : null;
  }
}

/**
 * The chain that a wallet has sent a transaction on where it is not the one that the wallet said it was on; null where
 * nothing speaks for that. A signed transaction is good for one chain alone (EIP-155).
 */
export async function findWrongChain(config: Config, chainId: number, hash: Hash): Promise<number | null> {
  if ((await knows(config, chainId, hash)) !== false) return null;
  const others = config.chains.map(({ id }) => id).filter((id) => id !== chainId);
  const known = await Promise.all(others.map((id) => knows(config, id, hash)));
  return others.find((_, index) => known[index]) ?? null;
}
