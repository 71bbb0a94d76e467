import {
  type Address,
  type Client,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  size,
  slice,
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
} from 'viem/actions';
import type { Config } from 'wagmi';
import { isUnanswered } from '@/lib/evm/node-transport';
import type { LedgerEntry, SentTransaction, WalletRequest } from './ledger-entry';

type Call = Pick<Transaction, 'to' | 'value' | 'input'>;

/** Returns the hash of a transaction's recipient, value, and data, which identifies its call regardless of fees. */
export const callHash = ({ to, value, input }: Call) =>
  keccak256(`${to?.toLowerCase() ?? '0x'}${toHex(value, { size: 32 }).slice(2)}${input.slice(2)}` as Hash);

/** Returns the first four bytes of a call's data, which select the contract's function. `0x` if there is no data. */
export const selectorOf = (data: Hex): Hex => (data === '0x' ? data : slice(data, 0, 4));

/** Returns whether a transaction makes the requested call. Bytes that a wallet appended to its data don't matter. */
export function makesCall(transaction: Call, { call, dataSize }: WalletRequest): boolean {
  const { input } = transaction;
  const hasMore = dataSize > 0 && size(input) > dataSize;
  return callHash({ ...transaction, input: hasMore ? slice(input, 0, dataSize) : input }) === call;
}

/**
 * Returns what an account's own transaction is of a request, as far as its call shows it: the requested call, another amount
 * of it, the same amount for another recipient (`changed`), one of a batch's calls before its last, something else, or a call of the account's own `code`
 * (EIP-7702), which can be anything.
 */
export function callMatch(
  transaction: Call,
  { account, amountRaw, request }: LedgerEntry,
): 'exact' | 'similar' | 'changed' | 'part' | 'code' | 'none' {
  const { to, value, input } = transaction;
  if (makesCall(transaction, request)) return 'exact';
  if (request.before?.includes(callHash(transaction))) return 'part';
  if (to === null) return 'none';
  const isSameTo = isAddressEqual(to, request.to);
  if (isSameTo && (request.dataSize === 0 ? value > 0n : input.startsWith(request.selector)))
    return 'similar';
  if (request.dataSize === 0 && input === '0x' && value > 0n && value === BigInt(amountRaw)) return 'changed';
  return isAddressEqual(to, account) && input !== '0x' ? 'code' : 'none';
}

/** A transaction as a node shows it. Null if the node doesn't have it. */
export type ShownTransaction = {
  sent: SentTransaction;
  transaction: Transaction | null;
  receipt: TransactionReceipt | null;
  /** How often its code made exactly the entry's payment of native currency, which the receipt doesn't show. */
  payments?: number;
};

/** Resolves to null if the node answered that there is no such transaction. */
export async function orNull<Found>(read: Promise<Found>): Promise<Found | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError)
      return null;
    throw error;
  }
}

/** Reads a transaction and its receipt, and its nonce and call if the account signed it. @throws if the RPC request fails. */
export async function readShown(
  client: Client,
  account: Address,
  sent: SentTransaction,
): Promise<ShownTransaction> {
  const { hash } = sent;
  const [transaction, receipt] = await Promise.all([
    orNull(getTransaction(client, { hash })),
    orNull(getTransactionReceipt(client, { hash })),
  ]);
  const isOwn = transaction !== null && isAddressEqual(transaction.from, account);
  const read = isOwn ? { nonce: transaction.nonce, call: callHash(transaction) } : {};
  return { sent: { ...sent, ...read }, transaction, receipt };
}

/** Returns a function that reads each key once. */
export function readOnce<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

/** Where a nonce was used. Without a transaction, it was for an authorization (EIP-7702), or a contract that code created. */
export type NonceUse = { block: bigint; transaction: Transaction | null };

/**
 * Returns a function that finds where an account's nonce was used, or null if it wasn't. It searches backward
 * from the head in growing steps, because many nodes keep only recent states. Searches for several nonces share what they read.
 * @throws if the RPC request fails, or if the node has pruned the required states.
 */
export function nonceSearch(client: Client, address: Address): (nonce: number) => Promise<NonceUse | null> {
  const readHead = readOnce((_: 'head') => getBlockNumber(client, { cacheTime: 0 }));
  const readCount = readOnce((blockNumber: bigint) => getTransactionCount(client, { address, blockNumber }));
  const readBlock = readOnce((blockNumber: bigint) =>
    getBlock(client, { blockNumber, includeTransactions: true }),
  );
  return async (nonce) => {
    const isTaken = async (block: bigint) => (await readCount(block)) > nonce;
    let high = await readHead('head');
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
    const { transactions } = await readBlock(high);
    const isOfNonce = (mined: Transaction) => mined.nonce === nonce && isAddressEqual(mined.from, address);
    return { block: high, transaction: transactions.find(isOfNonce) ?? null };
  };
}

/** Resolves to the fallback if the node answered with an error, such as one for pruned states. @throws if it didn't answer. */
export async function unlessRefused<Found>(read: Promise<Found>, fallback: Found): Promise<Found> {
  try {
    return await read;
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return fallback;
  }
}

/** Reads a transaction of a chain. Undefined if the node doesn't respond. */
async function readOn(config: Config, chainId: number, hash: Hash): Promise<Transaction | null | undefined> {
  try {
    const found = await orNull(getTransaction(config.getClient({ chainId }), { hash }));
    // The node of a fork has its origin's transactions, too.
    return found?.chainId === undefined || found.chainId === chainId ? found : null;
  } catch {
    return undefined;
  }
}

/**
 * Returns the chain to which a wallet actually sent the requested call, if the requested chain doesn't have its transaction
 * but another one does. Otherwise returns null. A signed transaction is valid on one chain only (EIP-155).
 */
export async function findWrongChain(
  config: Config,
  { chainId, request }: Pick<LedgerEntry, 'chainId' | 'request'>,
  hash: Hash,
): Promise<number | null> {
  if ((await readOn(config, chainId, hash)) !== null) return null;
  const others = config.chains.map(({ id }) => id).filter((id) => id !== chainId);
  const found = await Promise.all(others.map((id) => readOn(config, id, hash)));
  const isRequested = (one: Transaction | null | undefined) => one && makesCall(one, request);
  return others.find((_, index) => isRequested(found[index])) ?? null;
}
