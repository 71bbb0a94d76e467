import {
  type Hash,
  isAddressEqual,
  type Log,
  parseAbi,
  parseEventLogs,
  type Transaction,
  type TransactionReceipt,
} from 'viem';
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from 'viem/account-abstraction';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { effectMatch, type Match } from './effect-events';
import { blockOf, type LedgerEntry, type MinedBlock, type SentTransaction } from './ledger-entry';
import { callMatch, type ShownTransaction } from './read-transactions';
import { isVerifiedKind } from './transaction-kinds';

/** Why a transaction had no effect, or not the requested one. Each is shown by the chain. */
export type FailureReason = 'cancelled' | 'reverted' | 'otherChain';

/** What the chain says of an entry, in a mined transaction. Only a reorganization changes it. */
export type Outcome = {
  hash: Hash;
  block: MinedBlock;
  receipt: TransactionReceipt;
  transaction: Transaction | null;
  /** Whether it differs from what the wallet was asked for, or may differ. */
  isAltered: boolean;
  /** Whether it's a smart account's operation, so that other ones may be in the same transaction. */
  isOperation: boolean;
} & ({ status: 'confirmed' } | { status: 'failed'; reason: FailureReason });

/** ERC-4337 contracts that run the operations of smart accounts. */
export const entryPoints = [
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
] as const;

/** Events by which smart accounts report the success of a call: ERC-4337 entry points, and Safe (before and since 1.4.1). */
export const operationEvents = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
]);
export const safeEvents = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
]);
export const indexedSafeEvents = parseAbi([
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
]);

/**
 * Returns whether a smart account's operation succeeded, by the logs of the transaction that ran it: the one with a hash that the
 * wallet returned. Null if none of them is about it. If the wallet returned the hash of the transaction itself, all of the
 * account's operations in it must have failed. Anybody can emit such events, so their source is checked.
 */
export function operationResult(
  logs: Log[],
  { account, sent }: Pick<LedgerEntry, 'account' | 'sent'>,
  { isFound }: Pick<SentTransaction, 'isFound'>,
): boolean | null {
  const operations = [
    ...parseEventLogs({ abi: operationEvents, logs })
      .filter(({ address }) => entryPoints.some((known) => isAddressEqual(known, address)))
      .filter(({ args }) => isAddressEqual(args.sender, account))
      .map(({ args }) => ({ hash: args.userOpHash, isSuccess: args.success })),
    ...[safeEvents, indexedSafeEvents]
      .flatMap((abi) => parseEventLogs({ abi, logs }))
      .filter(({ address }) => isAddressEqual(address, account))
      .map(({ args, eventName }) => ({ hash: args.txHash, isSuccess: eventName === 'ExecutionSuccess' })),
  ];
  const named = operations.find(({ hash }) => sent.some((known) => known.hash === hash));
  if (named) return named.isSuccess;
  const isAllFailed = operations.length > 0 && operations.every(({ isSuccess }) => !isSuccess);
  return !isFound && isAllFailed ? false : null;
}

/** Returns whether an entry pays native currency, which no event shows. */
export const isNativePayment = ({ kind, token }: Pick<LedgerEntry, 'kind' | 'token'>): boolean =>
  kind === 'send' && token === NATIVE_TOKEN;

/**
 * What a mined transaction is of a request, and whether that succeeded. `part` is one of a batch's calls before its last, and
 * `changed` the same function without the effect.
 */
type Reading = { match: Match | 'part' | 'changed'; isSuccess: boolean; isOperation?: true };

/** Reads a transaction that the account signed. */
function readOwn(
  entry: LedgerEntry,
  transaction: Transaction,
  { logs, status }: TransactionReceipt,
  isProven: boolean,
): Reading {
  const isSuccess = status === 'success';
  const call = callMatch(transaction, entry);
  if (call === 'exact' || call === 'part') return { match: call, isSuccess };
  const effect = effectMatch(logs, entry);
  if (isProven || effect === 'exact') return { match: 'exact', isSuccess };
  if (effect === 'similar') return { match: 'similar', isSuccess };
  if (call === 'similar' && effect === 'none') return { match: 'changed', isSuccess };
  if (call !== 'code') return { match: call, isSuccess };
  // The account's own code ran something (EIP-7702), which only its effect shows.
  const isBatch = entry.request.before !== undefined;
  if (!isSuccess) return { match: 'exact', isSuccess };
  if (effect === null) return { match: isBatch ? 'exact' : 'similar', isSuccess };
  return { match: isBatch ? 'part' : 'none', isSuccess };
}

/** Reads a transaction that another account signed: a smart account's operation (ERC-4337, Safe), or a relayed call. */
function readRelayed(
  entry: LedgerEntry,
  { sent, transaction, isProven }: ShownTransaction,
  { logs, status, to }: TransactionReceipt,
): Reading {
  const result = operationResult(logs, entry, sent);
  const operation = result === null ? {} : { isOperation: true as const };
  if (result === false) return { match: 'exact', isSuccess: false, ...operation };
  const done = (match: Match): Reading => ({ match, isSuccess: true, ...operation });
  const effect = effectMatch(logs, entry);
  if (isProven || effect === 'exact') return done('exact');
  // An account's own code can fail to pay, and succeed all the same.
  const unseen = effect === null && !isNativePayment(entry) ? 'exact' : 'similar';
  if (result) return done(unseen);
  if (effect === 'similar' && entry.request.before !== undefined) return done('similar');
  // A call of the account has data. Anybody can send it a payment.
  const isOfAccount = to !== null && isAddressEqual(to, entry.account) && transaction?.input !== '0x';
  if (!isOfAccount || !transaction) return done('none');
  if (status === 'reverted') return { match: 'exact', isSuccess: false };
  return done(effect === null ? unseen : 'none');
}

/** Reads a mined transaction. Null if a node doesn't show enough of it. */
function readMined(entry: LedgerEntry, shown: ShownTransaction): Reading | null {
  const { transaction, receipt, isProven = false } = shown;
  if (!receipt) return null;
  if (!isAddressEqual(receipt.from, entry.account)) return readRelayed(entry, shown, receipt);
  // The transaction's call is compared, so the outcome waits until a node shows it.
  return transaction && readOwn(entry, transaction, receipt, isProven);
}

/**
 * Returns whether a transaction is an entry's own, so that its nonce is the entry's: not what the wallet named by mistake, nor
 * a part of a batch that it sends one by one.
 */
export function isOfEntry(entry: LedgerEntry, shown: ShownTransaction): boolean {
  const { transaction } = shown;
  if (!transaction) return true;
  const match = readMined(entry, shown)?.match ?? callMatch(transaction, entry);
  return match !== 'none' && match !== 'part';
}

/** Returns whether a mined transaction did a part of a batch only. */
export const isPart = (entry: LedgerEntry, shown: ShownTransaction): boolean => {
  const reading = readMined(entry, shown);
  return reading?.match === 'part' && reading.isSuccess;
};

/**
 * Returns what a mined transaction says of an entry, or null if it proves nothing, for example because the wallet
 * returned the hash of something else. `isReplacing` says that it took the entry's nonce, so that nothing else of the entry
 * can be mined.
 */
export function outcomeOf(
  entry: LedgerEntry,
  shown: ShownTransaction,
  isReplacing = shown.sent.kind === 'cancel',
): Outcome | null {
  const { receipt, transaction } = shown;
  const reading = readMined(entry, shown);
  if (!receipt || !reading) return null;
  const { match, isSuccess, isOperation = false } = reading;
  // The wallet may have changed the call before, and sent it again now.
  const isAgain = entry.sent.some(({ kind, call }) => kind !== 'cancel' && call === shown.sent.call);
  const isOther = match === 'none' || (match === 'changed' && isReplacing && !isAgain);
  const at = {
    ...{ hash: receipt.transactionHash, block: blockOf(receipt), receipt, transaction, isOperation },
    isAltered: match !== 'exact' && isSuccess,
  };
  const failed = (reason: FailureReason): Outcome => ({ ...at, isAltered: false, status: 'failed', reason });
  if (isOther) return isReplacing ? failed('cancelled') : null;
  if (match === 'part') return null;
  // On another chain, it isn't what was requested, whatever came of it there.
  if (entry.requestedChainId !== undefined && !isVerifiedKind(entry.kind)) return failed('otherChain');
  return isSuccess ? { ...at, status: 'confirmed' } : failed('reverted');
}

/**
 * Returns what a transaction says that took an entry's nonce, but whose hash the wallet didn't return. `others` are the
 * transactions of other entries.
 */
export function takenOutcome(
  entry: LedgerEntry,
  taker: ShownTransaction,
  others: Pick<ReadonlyMap<Hash, unknown>, 'has'>,
): Outcome | null {
  const { transaction, receipt, sent } = taker;
  if (!transaction || !receipt) return null;
  if (!others.has(sent.hash)) return outcomeOf(entry, taker, true);
  const at = { hash: receipt.transactionHash, block: blockOf(receipt), receipt, transaction };
  return { ...at, isAltered: false, isOperation: false, status: 'failed', reason: 'cancelled' };
}
