import type { ContractFunctionRevertedError } from 'viem';

/** Reasons for which a contract rejects a call. Each has a message under `wallet.errors`. */
export type RevertCode =
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
  | 'nonceUsed'
  | 'balanceOverflow'
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
  | 'notRecoveryAddress'
  | 'recoveryInvalid'
  | 'recoveryRequested'
  | 'recoveryNotReady'
  | 'noRecoveryRequest'
  | 'nothingToRecover'
  | 'reverted';

const reasonByCustomError: Record<string, RevertCode> = {
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
  NonceUsed: 'nonceUsed',
  BalanceOverflow: 'balanceOverflow',
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
  NotRecoveryAddress: 'notRecoveryAddress',
  InvalidRecoveryAddress: 'recoveryInvalid',
  RecoveryAlreadyRequested: 'recoveryRequested',
  RecoveryNotReady: 'recoveryNotReady',
  NoRecoveryRequest: 'noRecoveryRequest',
  ERC721InvalidReceiver: 'nftRefused',
  ERC1155InvalidReceiver: 'nftRefused',
  ERC721IncorrectOwner: 'nftGone',
  ERC721InsufficientApproval: 'nftGone',
  ERC721NonexistentToken: 'nftGone',
  ERC1155InsufficientBalance: 'nftGone',
};

/** Uniswap V2 and older NFT contracts revert with fixed strings, each after a prefix. */
const reasonByText: Record<string, RevertCode> = {
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
export function revertCode(
  { data, reason = '' }: ContractFunctionRevertedError,
  functionName: string,
): RevertCode {
  const code = reasonByCustomError[data?.errorName ?? ''] ?? reasonByText[reason.split(': ').at(-1) ?? ''];
  if (code === 'paused' && payouts.includes(functionName)) return 'tokenPaused';
  if (code === 'zeroAmount' && functionName === 'recover') return 'nothingToRecover';
  return code ?? (BLOCKED.test(reason) ? 'accountBlocked' : 'reverted');
}
