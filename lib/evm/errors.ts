import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ExecutionRevertedError,
  type Hash,
  HttpRequestError,
  InsufficientFundsError,
  InternalRpcError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  TransactionExecutionError,
} from 'viem';
import { type RevertCode, revertCode } from './revert-codes';
import type { WalletErrorCode } from './wallet-error-table';
import { readWalletError } from './wallet-errors';

/** Thrown if a wallet request failed and the wallet didn't say that it sent nothing. */
export class MaybeSentError extends Error {
  override name = 'MaybeSentError';
  /** ID of the ledger entry that stays open. */
  readonly id: Hash;
  constructor({ id, ...options }: ErrorOptions & { id: Hash }) {
    super('the wallet may have sent the transaction', options);
    this.id = id;
  }
}

/** Thrown if the browser can't store what a wallet is about to be asked for, so that nothing is asked. */
export class NotRecordedError extends Error {
  override name = 'NotRecordedError';
}

/** Thrown if a simulation shows that the call would fail. `code` is the reason. */
export class RefusedCallError extends Error {
  override name = 'RefusedCallError';
  constructor(
    readonly code: 'recipientRefused' | 'tokenRefused' | 'reverted',
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** Thrown if the wallet sent a transaction on a different chain than it reported. */
export class OtherChainError extends Error {
  override name = 'OtherChainError';
}

/** Thrown if the wallet doesn't answer a question that needs no decision of its user. */
export class WalletSilentError extends Error {
  override name = 'WalletSilentError';
}

/** Thrown if the wallet isn't on the requested chain, although the user didn't reject the switch. */
export class WrongChainError extends Error {
  override name = 'WrongChainError';
  constructor(
    /** The requested chain. */
    readonly chainId: number,
    /** The chain that the wallet reported last, if it reported any. */
    readonly walletChainId: number | undefined,
    options?: ErrorOptions,
  ) {
    super(`the wallet stayed on chain ${walletChainId ?? 'unknown'} instead of ${chainId}`, options);
  }
}

/** Codes for chain and wallet errors. Each has a message under `wallet.errors`. */
export type ChainErrorCode =
  | WalletErrorCode
  | RevertCode
  | 'walletUnresponsive'
  | 'accountChanged'
  | 'otherChain'
  | 'notRecorded'
  | 'nodeUnreachable';

/** Returns the first error of a class among viem's nested errors. A wallet's own error ends them. */
function findClass<Found extends Error>(
  error: BaseError,
  type: abstract new (...args: never[]) => Found,
): Found | null {
  let part: unknown = error;
  for (let depth = 0; depth < 16 && part instanceof BaseError; depth += 1) {
    if (part instanceof type) return part;
    part = part.cause;
  }
  return null;
}

/** Returns whether viem's error is about a transaction that was sent through a wallet, so its classes prove nothing. */
const isFromWallet = (error: BaseError): boolean => findClass(error, TransactionExecutionError) !== null;

/**
 * Returns the revert that a node's simulation shows. viem takes any internal error of a node for a revert, which has
 * data or says so.
 */
function findRevert(error: BaseError): ContractFunctionRevertedError | ExecutionRevertedError | null {
  if (isFromWallet(error)) return null;
  const reverted = findClass(error, ContractFunctionRevertedError);
  if (!reverted) return findClass(error, ExecutionRevertedError);
  const isShown = reverted.raw !== undefined || /revert/i.test(reverted.reason ?? '');
  return isShown || !findClass(error, InternalRpcError) ? reverted : null;
}

/** Returns whether a simulation shows that a call would revert. */
export const isRevert = (error: unknown): boolean => error instanceof BaseError && findRevert(error) !== null;

const unreachable: readonly (new (...args: never[]) => Error)[] = [
  TimeoutError,
  HttpRequestError,
  ResponseBodyTooLargeError,
];

/** Returns the code for an error of an RPC endpoint or a simulation, or undefined if it's none. */
function nodeErrorCode(error: BaseError): ChainErrorCode | undefined {
  const reverted = findRevert(error);
  if (reverted instanceof ContractFunctionRevertedError)
    return revertCode(reverted, findClass(error, ContractFunctionExecutionError)?.functionName ?? '');
  if (reverted) return 'reverted';
  if (isFromWallet(error)) return undefined;
  if (unreachable.some((type) => findClass(error, type))) return 'nodeUnreachable';
  const answer = findClass(error, RpcRequestError);
  if (!answer) return undefined;
  // RPC endpoints use the codes of wallets with other meanings, so only this text is read.
  return InsufficientFundsError.nodeMessage.test(answer.details.toLowerCase())
    ? 'insufficientFunds'
    : 'unknown';
}

/** Returns the code for any error of the wallet or the chain. Only the chain's errors are read by their class. */
export function chainErrorCode(error: unknown): ChainErrorCode {
  if (error instanceof MaybeSentError) return 'maybeSent';
  if (error instanceof RefusedCallError) return error.code;
  if (error instanceof OtherChainError) return 'otherChain';
  if (error instanceof NotRecordedError) return 'notRecorded';
  if (error instanceof WrongChainError) return 'wrongChain';
  if (error instanceof WalletSilentError) return 'walletUnresponsive';
  const nodeCode = error instanceof BaseError ? nodeErrorCode(error) : undefined;
  if (nodeCode) return nodeCode;
  const { code } = readWalletError(error);
  if (code === 'unknown' && error instanceof SwitchChainError) return 'wrongChain';
  return code;
}
