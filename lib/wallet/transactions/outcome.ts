import {
  type Address,
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
import { countEffects, effectMatch, type Match } from './effect-events';
import {
  blockOf,
  callsOf,
  isSameKind,
  isSameOrder,
  type LedgerEntry,
  type MinedBlock,
  walletHashes,
} from './ledger-entry';
import { callHash, callMatch, makesCall, type ShownTransaction } from './read-transactions';
import { isVerifiedKind } from './transaction-kinds';

/** Why a transaction had no effect, or not the requested one. Each is shown by the chain. */
export type FailureReason = 'cancelled' | 'reverted' | 'operationFailed' | 'otherChain';

/** Returns the other entries that have a transaction. */
export type Taken = (hash: Hash) => readonly { entry: LedgerEntry; isOlder: boolean }[];

/** How many entries of the same order a transaction can decide, and whether it can decide other orders besides. */
type Room = { room: number; isShared: boolean };

/** What the chain says of an entry, in a mined transaction. Only a reorganization changes it. */
export type Outcome = {
  hash: Hash;
  block: MinedBlock;
  receipt: TransactionReceipt;
  transaction: Transaction | null;
  /** Whether it differs from what the wallet was asked for, or may differ. */
  isAltered: boolean;
} & Room &
  ({ status: 'confirmed' } | { status: 'failed'; reason: FailureReason });

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

/** Reads the results of an account's operations. Anybody can emit such events, so their source is checked. */
function operationsOf(logs: Log[], account: Address): { hash: Hash; isSuccess: boolean }[] {
  return [
    ...parseEventLogs({ abi: operationEvents, logs })
      .filter(({ address }) => entryPoints.some((known) => isAddressEqual(known, address)))
      .filter(({ args }) => isAddressEqual(args.sender, account))
      .map(({ args }) => ({ hash: args.userOpHash, isSuccess: args.success })),
    ...[safeEvents, indexedSafeEvents]
      .flatMap((abi) => parseEventLogs({ abi, logs }))
      .filter(({ address }) => isAddressEqual(address, account))
      .map(({ args, eventName }) => ({ hash: args.txHash, isSuccess: eventName === 'ExecutionSuccess' })),
  ];
}

/**
 * Returns whether a smart account's operation with the hash that the wallet returned succeeded, by the logs of the
 * transaction that ran it. Null if none of them is about it.
 */
export function operationResult(
  logs: Log[],
  { account, ...entry }: Pick<LedgerEntry, 'account' | 'sent' | 'batchId'>,
): boolean | null {
  const known = walletHashes(entry).map((hash) => hash.toLowerCase());
  const named = operationsOf(logs, account).find(({ hash }) => known.includes(hash));
  return named ? named.isSuccess : null;
}

/** Returns whether an entry pays native currency, which no event shows. */
export const isNativePayment = ({ kind, token }: Pick<LedgerEntry, 'kind' | 'token'>): boolean =>
  kind === 'send' && token === NATIVE_TOKEN;

/**
 * What a mined transaction is of a request, and whether that succeeded. `part` is one of a batch's calls, and `changed` the same
 * function without the effect.
 */
type Reading = { match: Match | 'part' | 'changed'; isSuccess: boolean };

/**
 * Returns how many entries of an entry's order a transaction can decide. Code of the account, or a relayer, can do several things
 * in one transaction; each has its own event or payment.
 */
export function roomOf(entry: LedgerEntry, { transaction, receipt, payments = 0 }: ShownTransaction): Room {
  if (!transaction) return { room: 1, isShared: false };
  const isOwn = isAddressEqual(transaction.from, entry.account);
  if (isOwn && callMatch(transaction, entry) !== 'code') return { room: 1, isShared: false };
  if (!receipt || operationResult(receipt.logs, entry) !== null)
    return { room: Number.POSITIVE_INFINITY, isShared: true };
  return { room: Math.max(payments, countEffects(receipt.logs, entry), 1), isShared: true };
}

/** Returns whether other entries have everything that a transaction can decide. */
export function isTaken(
  { room, isShared }: Room,
  entry: LedgerEntry,
  others: readonly LedgerEntry[],
): boolean {
  const isSame = (other: LedgerEntry) => isSameKind(other, entry) && isSameOrder(other, entry);
  return (isShared ? others.filter(isSame) : others).length >= room;
}

/** Reads a transaction that the account signed. */
function readOwn(
  entry: LedgerEntry,
  transaction: Transaction,
  { logs, status }: TransactionReceipt,
  isProven: boolean,
): Reading {
  const isSuccess = status === 'success';
  const call = callMatch(transaction, entry);
  // A DApp's calls don't need each other, so that the last one alone isn't the batch.
  if (call === 'exact' && entry.kind === 'dapp' && entry.request.before) return { match: 'part', isSuccess };
  if (call === 'exact' || call === 'part') return { match: call, isSuccess };
  // Another call that reverted, which the wallet may have named by mistake, says nothing of this one.
  if (!isSuccess && call !== 'code') return { match: 'none', isSuccess };
  const effect = effectMatch(logs, entry);
  if (isProven || effect === 'exact') return { match: 'exact', isSuccess };
  if (effect === 'similar') return { match: 'similar', isSuccess };
  if (call === 'similar' && effect === 'none') return { match: 'changed', isSuccess };
  if (call !== 'code') return { match: call, isSuccess };
  // The account's own code ran something (EIP-7702), which only its effect shows.
  const isBatch = entry.request.before !== undefined;
  if (!isSuccess) return { match: isBatch ? 'exact' : 'none', isSuccess };
  if (effect === null) return { match: isBatch ? 'exact' : 'similar', isSuccess };
  return { match: isBatch ? 'part' : 'none', isSuccess };
}

/** Reads a transaction that another account signed: a smart account's operation (ERC-4337, Safe), or a relayed call. */
function readRelayed(
  entry: LedgerEntry,
  { transaction, payments = 0 }: ShownTransaction,
  { logs, status, to }: TransactionReceipt,
): Reading {
  const result = operationResult(logs, entry);
  if (result === false) return { match: 'exact', isSuccess: false };
  const done = (match: Match): Reading => ({ match, isSuccess: true });
  const effect = effectMatch(logs, entry);
  if (payments > 0 || effect === 'exact') return done('exact');
  // An account's own code can fail to pay, and succeed all the same.
  const unseen = effect === null && !isNativePayment(entry) ? 'exact' : 'similar';
  if (result) return done(unseen);
  if (effect === 'similar' && entry.request.before !== undefined) return done('similar');
  // A call of the account has data. Anybody can send it a payment.
  const isOfAccount = to !== null && isAddressEqual(to, entry.account) && transaction?.input !== '0x';
  // After a revert, anybody who has the account's signature can send the call again.
  const isDone = isOfAccount && transaction !== null && status === 'success' && effect === null;
  return done(isDone ? unseen : 'none');
}

/** Reads a mined transaction. Null if a node doesn't show enough of it. */
function readMined(entry: LedgerEntry, shown: ShownTransaction): Reading | null {
  const { transaction, receipt, payments = 0 } = shown;
  if (!receipt) return null;
  if (!isAddressEqual(receipt.from, entry.account)) return readRelayed(entry, shown, receipt);
  // The transaction's call is compared, so the outcome waits until a node shows it.
  return transaction && readOwn(entry, transaction, receipt, payments > 0);
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

/** Returns whether a mined transaction that the wallet named reverted, or the account's operations in it did. */
export function isRejected({ account }: LedgerEntry, { receipt }: ShownTransaction): boolean {
  if (!receipt) return false;
  const operations = operationsOf(receipt.logs, account);
  return (
    receipt.status === 'reverted' ||
    (operations.length > 0 && operations.every(({ isSuccess }) => !isSuccess))
  );
}

/** Returns whether a mined transaction did one of a batch's calls only. */
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
  const { match, isSuccess } = reading;
  // The wallet may have changed the call before, and sent it again now.
  const isAgain = entry.sent.some(({ kind, call }) => kind !== 'cancel' && call === shown.sent.call);
  const isOther = match === 'none' || (match === 'changed' && isReplacing && !isAgain);
  const at = {
    ...{ hash: receipt.transactionHash, block: blockOf(receipt), receipt, transaction },
    ...roomOf(entry, shown),
    isAltered: match !== 'exact' && isSuccess,
  };
  const failed = (reason: FailureReason): Outcome => ({ ...at, isAltered: false, status: 'failed', reason });
  if (isOther) return isReplacing ? failed('cancelled') : null;
  if (match === 'part') return null;
  // On another chain, it isn't what was requested, whatever came of it there.
  if (entry.requestedChainId !== undefined && !isVerifiedKind(entry.kind)) return failed('otherChain');
  if (isSuccess) return { ...at, status: 'confirmed' };
  return failed(operationResult(receipt.logs, entry) === false ? 'operationFailed' : 'reverted');
}

const count = (calls: readonly Hash[], call: Hash) => calls.filter((other) => other === call).length;

/** Returns the outcome of a batch whose calls the wallet sent one by one, or null unless all of them succeeded. */
export function outcomeOfParts(entry: LedgerEntry, shown: readonly ShownTransaction[]): Outcome | null {
  const parts = shown.filter((one) => isPart(entry, one));
  const made = parts.flatMap(({ transaction }) => (transaction ? [callHash(transaction)] : []));
  const asked = callsOf(entry.request);
  const last = parts.find(({ transaction }) => transaction && makesCall(transaction, entry.request));
  if (!last?.receipt || !asked.every((call) => count(made, call) >= count(asked, call))) return null;
  const { receipt, transaction } = last;
  const at = { hash: receipt.transactionHash, block: blockOf(receipt), receipt, transaction };
  return { ...at, ...roomOf(entry, last), isAltered: false, status: 'confirmed' };
}

/**
 * Returns what a transaction says that took an entry's nonce, but whose hash the wallet didn't return. `others` are the
 * transactions of other entries.
 */
export function takenOutcome(entry: LedgerEntry, taker: ShownTransaction, others: Taken): Outcome | null {
  const { transaction, receipt, sent } = taker;
  if (!transaction || !receipt) return null;
  const known = others(sent.hash).map((other) => other.entry);
  // The wallet may have returned this hash for another call by mistake.
  const isOwnCall =
    makesCall(transaction, entry.request) &&
    known.every(({ request }) => request.call !== entry.request.call);
  const room = roomOf(entry, taker);
  if (isOwnCall || !isTaken(room, entry, known)) return outcomeOf(entry, taker, true);
  const at = { hash: receipt.transactionHash, block: blockOf(receipt), receipt, transaction };
  return { ...at, ...room, isAltered: false, status: 'failed', reason: 'cancelled' };
}
