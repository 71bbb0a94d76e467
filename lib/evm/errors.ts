import {
  BaseError,
  ChainMismatchError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  HttpRequestError,
  InsufficientFundsError,
  NonceTooLowError,
  ResourceUnavailableRpcError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  UserRejectedRequestError,
} from 'viem';

/** Thrown if a wallet request failed without a rejection, so the transaction may have been sent. */
export class MaybeSentError extends Error {
  override name = 'MaybeSentError';
  constructor(options: ErrorOptions) {
    super('the wallet may have sent the transaction', options);
  }
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

/** Codes for chain and wallet errors. Each has a message under `wallet.errors`. */
export type ChainErrorCode =
  | 'rejected'
  | 'walletBusy'
  | 'walletUnresponsive'
  | 'accountChanged'
  | 'walletUnauthorized'
  | 'walletUnsupported'
  | 'walletDisconnected'
  | 'walletLimited'
  | 'walletRefused'
  | 'insufficientFunds'
  | 'wrongChain'
  | 'otherChain'
  | 'nodeUnreachable'
  | 'paused'
  | 'tokenPaused'
  | 'accountBlocked'
  | 'insufficientBalance'
  | 'insufficientAllowance'
  | 'insufficientStake'
  | 'zeroAmount'
  | 'permitExpired'
  | 'permitRefused'
  | 'vaultTooSmall'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'feeChanged'
  | 'wrongStage'
  | 'aboveHardCap'
  | 'aboveWalletCap'
  | 'nativeNotAccepted'
  | 'recipientInvalid'
  | 'recipientRefused'
  | 'priceMoved'
  | 'deadlinePassed'
  | 'liquidityTooSmall'
  | 'tokenRefused'
  | 'termClosed'
  | 'reserveTooSmall'
  | 'notYourPledge'
  | 'pledgeClosed'
  | 'notMatured'
  | 'alreadyMatured'
  | 'nftRefused'
  | 'nftGone'
  | 'reverted'
  | 'maybeSent'
  | 'nonceTaken'
  | 'unknown';

const reasonByCustomError: Record<string, ChainErrorCode> = {
  EnforcedPause: 'paused',
  ERC20InsufficientBalance: 'insufficientBalance',
  ERC20InsufficientAllowance: 'insufficientAllowance',
  ERC2612ExpiredSignature: 'permitExpired',
  ERC2612InvalidSigner: 'permitRefused',
  PermitRefused: 'permitRefused',
  InsufficientStake: 'insufficientStake',
  ZeroAmount: 'zeroAmount',
  NotAToken: 'tokenRefused',
  InsufficientVaultBalance: 'vaultTooSmall',
  BelowMinimum: 'belowMinimum',
  AboveMaximum: 'aboveMaximum',
  FeeAboveAgreed: 'feeChanged',
  WrongStage: 'wrongStage',
  AboveHardCap: 'aboveHardCap',
  AboveWalletCap: 'aboveWalletCap',
  NativeNotAccepted: 'nativeNotAccepted',
  InvalidRecipient: 'recipientInvalid',
  ERC20InvalidReceiver: 'recipientInvalid',
  // Occurs when native currency is sent to a contract that doesn't accept it.
  FailedCall: 'recipientRefused',
  SafeERC20FailedOperation: 'tokenRefused',
  UnexpectedDebit: 'tokenRefused',
  UnknownTerm: 'termClosed',
  TermClosed: 'termClosed',
  InsufficientReserve: 'reserveTooSmall',
  NotYourPosition: 'notYourPledge',
  PositionClosed: 'pledgeClosed',
  NotMatured: 'notMatured',
  AlreadyMatured: 'alreadyMatured',
  ERC721InvalidReceiver: 'nftRefused',
  ERC1155InvalidReceiver: 'nftRefused',
  ERC721IncorrectOwner: 'nftGone',
  ERC721InsufficientApproval: 'nftGone',
  ERC721NonexistentToken: 'nftGone',
  ERC1155InsufficientBalance: 'nftGone',
};

/** Uniswap V2 and older NFT contracts revert with fixed strings, each after a prefix. */
const reasonByText: Record<string, ChainErrorCode> = {
  EXPIRED: 'deadlinePassed',
  INSUFFICIENT_OUTPUT_AMOUNT: 'priceMoved',
  INSUFFICIENT_LIQUIDITY: 'liquidityTooSmall',
  K: 'tokenRefused',
  TRANSFER_FAILED: 'tokenRefused',
  // Tokens with OpenZeppelin's contracts before version 5, such as USDC.
  paused: 'tokenPaused',
  'token transfer while paused': 'tokenPaused',
  TRANSFER_FROM_FAILED: 'tokenRefused',
  ETH_TRANSFER_FAILED: 'recipientRefused',
  'transfer to non ERC721Receiver implementer': 'nftRefused',
  'transfer to non-ERC1155Receiver implementer': 'nftRefused',
  'ERC1155Receiver rejected tokens': 'nftRefused',
  'transfer from incorrect owner': 'nftGone',
  'insufficient balance for transfer': 'nftGone',
};

/** Tokens with a blocklist revert with texts of their own, such as "Blacklistable: account is blacklisted". */
const BLOCKED = /black-?list|block-?list|deny-?list|\bblocked\b|\bfrozen\b|sanctioned/i;

/**
 * Functions that pay out of the platform's contracts. Those contracts can pause only what takes funds in, so if one of
 * these is paused, the token is.
 */
const payouts = ['withdraw', 'unstake', 'claim', 'exit', 'redeem', 'exitEarly', 'refund', 'transfer'];

/** Returns the code for a revert: its custom error, or its text. */
function revertCode(
  { data, reason = '' }: ContractFunctionRevertedError,
  functionName: string,
): ChainErrorCode {
  const code = reasonByCustomError[data?.errorName ?? ''] ?? reasonByText[reason.split(': ').at(-1) ?? ''];
  if (code === 'paused' && payouts.includes(functionName)) return 'tokenPaused';
  return code ?? (BLOCKED.test(reason) ? 'accountBlocked' : 'reverted');
}

const codeByErrorClass = [
  [UserRejectedRequestError, 'rejected'],
  [ResourceUnavailableRpcError, 'walletBusy'],
  [InsufficientFundsError, 'insufficientFunds'],
  [NonceTooLowError, 'nonceTaken'],
  [ChainMismatchError, 'wrongChain'],
  [SwitchChainError, 'wrongChain'],
  [TimeoutError, 'nodeUnreachable'],
  [HttpRequestError, 'nodeUnreachable'],
  [ResponseBodyTooLargeError, 'nodeUnreachable'],
] as const;

function hasCode(error: unknown, code: number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** A wallet's codes of EIP-1193 and EIP-1474 that have a message. The others say too little, so they are `unknown`. */
const codeByWalletCode: Readonly<Record<number, ChainErrorCode>> = {
  4001: 'rejected',
  4100: 'walletUnauthorized',
  4200: 'walletUnsupported',
  4900: 'walletDisconnected',
  4901: 'walletDisconnected',
  4902: 'wrongChain',
  [-32700]: 'walletUnsupported',
  [-32600]: 'walletUnsupported',
  [-32601]: 'walletUnsupported',
  [-32602]: 'walletUnsupported',
  [-32002]: 'walletBusy',
  [-32003]: 'walletRefused',
  [-32004]: 'walletUnsupported',
  [-32005]: 'walletLimited',
  [-32006]: 'walletUnsupported',
};

/** Returns the code for a wallet's own error, or undefined. RPC endpoints use the same codes with other meanings. */
function walletCode(error: unknown): ChainErrorCode | undefined {
  const errors: unknown[] = [];
  for (let at = error; at instanceof Error && errors.length < 8; at = at.cause) errors.push(at);
  if (errors.length === 0) errors.push(error);
  if (errors.some((one) => one instanceof RpcRequestError)) return undefined;
  const coded = errors.find((one) =>
    Object.keys(codeByWalletCode).some((code) => hasCode(one, Number(code))),
  );
  return typeof coded === 'object' && coded !== null && 'code' in coded
    ? codeByWalletCode[Number(coded.code)]
    : undefined;
}

/** EIP-5792 code: the user declined to upgrade the account for batches. */
const UPGRADE_REFUSED = 5750;

/** Codes for "batches are not supported": from EIP-5792, and for unknown methods or parameters (EIP-1193, JSON-RPC). */
const batchRefusals = [UPGRADE_REFUSED, 5700, 5710, 5740, 5760, 4200, -32601, -32602];

const hasAnyCode = (error: unknown, codes: readonly number[]) =>
  error instanceof BaseError && error.walk((cause) => codes.some((code) => hasCode(cause, code))) !== null;

/** Returns whether the wallet declined a whole batch (EIP-5792), so separate transactions can be sent instead. */
export const isBatchRefusal = (error: unknown): boolean => hasAnyCode(error, batchRefusals);

/** Returns whether the user declined to upgrade the account for batches (EIP-5792). */
export const isUpgradeRefusal = (error: unknown): boolean => hasAnyCode(error, [UPGRADE_REFUSED]);

/** wagmi's errors before it asks the wallet, by name, so that this file doesn't load wagmi. */
const codeByConnectorError: Readonly<Record<string, ChainErrorCode>> = {
  ConnectorAccountNotFoundError: 'accountChanged',
  ConnectorChainMismatchError: 'wrongChain',
  ConnectorNotConnectedError: 'walletUnresponsive',
  ConnectorUnavailableReconnectingError: 'walletUnresponsive',
};

/** Returns the code for a wallet or chain error, based on its class, EIP-1193 code, or custom error. */
export function chainErrorCode(error: unknown): ChainErrorCode {
  if (error instanceof MaybeSentError) return 'maybeSent';
  if (error instanceof RefusedCallError) return error.code;
  if (error instanceof OtherChainError) return 'otherChain';
  if (hasCode(error, 4001) || hasCode(error, UPGRADE_REFUSED)) return 'rejected';
  if (hasCode(error, -32002)) return 'walletBusy';
  if (!(error instanceof BaseError)) {
    const connectorCode = error instanceof Error ? codeByConnectorError[error.name] : undefined;
    return connectorCode ?? walletCode(error) ?? 'unknown';
  }
  if (isUpgradeRefusal(error) || error.walk((cause) => hasCode(cause, 4001))) return 'rejected';
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) {
    const execution = error.walk((cause) => cause instanceof ContractFunctionExecutionError);
    const isNamed = execution instanceof ContractFunctionExecutionError;
    return revertCode(reverted, isNamed ? execution.functionName : '');
  }
  const known = codeByErrorClass.find(([type]) => error.walk((cause) => cause instanceof type));
  return known?.[1] ?? walletCode(error) ?? 'unknown';
}

const undecided: readonly ChainErrorCode[] = [
  'unknown',
  'nodeUnreachable',
  'maybeSent',
  'walletDisconnected',
  'walletLimited',
];

/** Returns whether an error proves that nothing was sent. */
export const isRefusal = (error: unknown): boolean => !undecided.includes(chainErrorCode(error));
