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
import { receivedAmount } from '@/lib/wallet/swap/find-swaps';
import { effectEvent, logsOf } from './effect-events';
import { blockOf, type LedgerEntry, type MinedBlock, type WalletRequest } from './ledger-entry';
import { makesCall, type ShownTransaction } from './read-transactions';
import { isVerifiedKind } from './transaction-kinds';

/** Why a transaction had no effect, or not the requested one. Each is shown by the chain. */
export type FailureReason = 'cancelled' | 'reverted' | 'incomplete' | 'otherChain';

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
 * Returns whether a smart account's operation with the hash that the wallet returned succeeded, by the logs of the
 * transaction that ran it. Null if none of them is about it. Anybody can emit such events, so their source is checked.
 */
export function operationResult(
  logs: Log[],
  { account, sent }: Pick<LedgerEntry, 'account' | 'sent'>,
): boolean | null {
  const isAnswered = (hash: Hash) => sent.some((known) => known.hash === hash);
  for (const { address, args } of parseEventLogs({ abi: operationEvents, logs })) {
    const isTrusted = entryPoints.some((known) => isAddressEqual(known, address));
    if (isTrusted && isAddressEqual(args.sender, account) && isAnswered(args.userOpHash)) return args.success;
  }
  for (const abi of [safeEvents, indexedSafeEvents])
    for (const { address, args, eventName } of parseEventLogs({ abi, logs }))
      if (isAddressEqual(address, account) && isAnswered(args.txHash))
        return eventName === 'ExecutionSuccess';
  return null;
}

/** Returns whether logs show an entry's effect, or null if its kind has no event. */
function hasEffect(logs: Log[], entry: LedgerEntry, isExact: boolean): boolean | null {
  if (entry.kind === 'swap') return receivedAmount(logs, entry) !== null;
  const event = effectEvent(entry);
  return event && logsOf(logs, event, isExact).length > 0;
}

/**
 * Returns what a transaction shows that another account signed: a smart account's operation (ERC-4337, Safe), or a
 * relayed call. Null if nothing in it is about the entry.
 */
function relayedResult(
  entry: LedgerEntry,
  { logs, status, to }: TransactionReceipt,
  transaction: Transaction | null,
): boolean | null {
  const result = operationResult(logs, entry);
  if (result !== null) return result;
  if (hasEffect(logs, entry, entry.request.isBatch !== true)) return true;
  const isToAccount = to !== null && isAddressEqual(to, entry.account);
  // A call of the account has data. Anybody can send it a payment.
  const isOperation = isToAccount && transaction !== null && transaction.input !== '0x';
  return isOperation && (status === 'reverted' || hasEffect(logs, entry, false) === null)
    ? status === 'success'
    : null;
}

/** Returns whether an entry pays native currency, which no event shows. */
export const isNativePayment = ({ kind, token }: Pick<LedgerEntry, 'kind' | 'token'>): boolean =>
  kind === 'send' && token === NATIVE_TOKEN;

/**
 * Returns what a mined transaction says of an entry, or null if it proves nothing, for example because the wallet
 * returned the hash of another account's transaction.
 */
export function outcomeOf(
  entry: LedgerEntry,
  { sent, transaction, receipt, isProven = false }: ShownTransaction,
): Outcome | null {
  if (!receipt) return null;
  const at = {
    hash: receipt.transactionHash,
    block: blockOf(receipt),
    receipt,
    transaction,
    isAltered: false,
    isOperation: false,
  };
  const failed = (reason: FailureReason): Outcome => ({ ...at, status: 'failed', reason });
  // On another chain, it isn't what was requested, whatever came of it there.
  const isElsewhere = entry.requestedChainId !== undefined && !isVerifiedKind(entry.kind);
  const ended = (isSuccess: boolean): Outcome => {
    if (isElsewhere) return failed('otherChain');
    return isSuccess ? { ...at, status: 'confirmed' } : failed('reverted');
  };
  const { status, logs } = receipt;
  if (!isAddressEqual(receipt.from, entry.account)) {
    const result = isProven ? status === 'success' : relayedResult(entry, receipt, transaction);
    at.isOperation = operationResult(logs, entry) !== null;
    // An account's own code can fail to pay, and succeed all the same.
    at.isAltered = isNativePayment(entry) && !isProven;
    return result === null ? null : ended(result);
  }
  // The transaction's call is compared, so the outcome waits until a node shows it.
  if (!transaction) return null;
  const isCall = makesCall(transaction, entry.request);
  if (sent.kind === 'cancel' && !isCall) return failed('cancelled');
  if (entry.request.isBatch) {
    const isIncomplete = status === 'success' && hasEffect(logs, entry, false) === false;
    return isIncomplete ? failed('incomplete') : ended(status === 'success');
  }
  at.isAltered = !isCall && !isProven && hasEffect(logs, entry, true) !== true;
  return ended(status === 'success');
}

/** Returns whether a transaction calls or pays the same address. A cancellation does neither. */
const isCallOfSame = ({ to, value, input }: Transaction, request: WalletRequest): boolean =>
  to !== null && isAddressEqual(to, request.to) && (value > 0n || input !== '0x');

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
  const isSameCall =
    makesCall(transaction, entry.request) ||
    entry.sent.some(({ kind, call }) => kind !== 'cancel' && call === sent.call);
  // The user may have changed the amount in the wallet, or the wallet the way.
  const isSimilar =
    isSameCall || (hasEffect(receipt.logs, entry, false) ?? isCallOfSame(transaction, entry.request));
  if (isSimilar && !others.has(sent.hash)) return outcomeOf(entry, taker);
  const at = {
    ...{ hash: receipt.transactionHash, block: blockOf(receipt) },
    ...{ receipt, transaction, isAltered: false, isOperation: false },
  };
  return { ...at, status: 'failed', reason: 'cancelled' };
}
