import {
  BaseError,
  ChainMismatchError,
  ContractFunctionRevertedError,
  HttpRequestError,
  InsufficientFundsError,
  ResourceUnavailableRpcError,
  SwitchChainError,
  TimeoutError,
  UserRejectedRequestError,
} from 'viem';

/** Stable words for why something on a chain or in a wallet failed; each has a translation under `wallet.errors`. */
export type ChainErrorCode =
  | 'rejected'
  | 'walletBusy'
  | 'insufficientFunds'
  | 'wrongChain'
  | 'nodeUnreachable'
  | 'paused'
  | 'insufficientBalance'
  | 'insufficientAllowance'
  | 'permitExpired'
  | 'reverted'
  | 'maybeSent'
  | 'unknown';

const reasonByCustomError: Record<string, ChainErrorCode> = {
  EnforcedPause: 'paused',
  ERC20InsufficientBalance: 'insufficientBalance',
  ERC20InsufficientAllowance: 'insufficientAllowance',
  ERC2612ExpiredSignature: 'permitExpired',
};

const codeByErrorClass = [
  [UserRejectedRequestError, 'rejected'],
  [ResourceUnavailableRpcError, 'walletBusy'],
  [InsufficientFundsError, 'insufficientFunds'],
  [ChainMismatchError, 'wrongChain'],
  [SwitchChainError, 'wrongChain'],
  [TimeoutError, 'nodeUnreachable'],
  [HttpRequestError, 'nodeUnreachable'],
] as const;

function hasCode(error: unknown, code: number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Names the cause of a wallet or chain error by its class, its EIP-1193 code or the contract's custom error. */
export function chainErrorCode(error: unknown): ChainErrorCode {
  if (hasCode(error, 4001)) return 'rejected';
  if (hasCode(error, -32002)) return 'walletBusy';
  if (!(error instanceof BaseError)) return 'unknown';
  if (error.walk((cause) => hasCode(cause, 4001))) return 'rejected';
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) {
    return reasonByCustomError[reverted.data?.errorName ?? ''] ?? 'reverted';
  }
  const known = codeByErrorClass.find(([type]) => error.walk((cause) => cause instanceof type));
  return known?.[1] ?? 'unknown';
}
