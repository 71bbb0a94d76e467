import {
  type Address,
  type Hash,
  type Hex,
  isAddress,
  isHash,
  isHex,
  size,
  type TypedDataDefinition,
} from 'viem';
import { MAX_SIGNATURE_BYTES, type TransferRoute } from '@/lib/api/schemas/transfer';
import { vaultTransferDigest, vaultTransferMessage } from '@/lib/evm/vault-transfer';
import { walletTransferDigest, walletTransferMessage } from '@/lib/evm/wallet-transfer';

/** What the chain shows of a signed transfer, and the block of the event that shows it. */
export type TransferOutcome = {
  /** `replaced` if another message of the account used its nonce. */
  kind: 'confirmed' | 'canceled' | 'expired' | 'replaced';
  /** Transaction with the event, or null if it expired. */
  txHash: Hash | null;
  /** Decimal, because JSON has no bigint. */
  block: string;
  /** Whether no reorganization reaches the block anymore. */
  isFinal: boolean;
};

/** A transfer without a fee that a wallet was asked to sign. */
export type SignedTransfer = {
  /** EIP-712 hash of the message, which is also the ID of the API's job. */
  id: Hash;
  account: Address;
  chainId: number;
  /** From vault balance to vault balance, or from wallet to wallet (ERC-3009). */
  route: TransferRoute;
  /** The contract that executes the message: the vault, or the token. */
  contract: Address;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  token: Address;
  recipient: Address;
  coinId: number;
  symbol: string;
  decimals: number;
  /** Base units as an integer string. */
  amountRaw: string;
  /** A decimal string for the vault, or 32 bytes in hexadecimal for the token. */
  nonce: string;
  /** Name and version of the token's EIP-712 domain, as the chain has them. Only for a transfer from wallet to wallet. */
  domain?: { name: string; version: string };
  /** Latest block time at which the transfer is possible, in seconds since the epoch. */
  deadline: number;
  /** When the wallet was asked, in ms since the epoch, and the latest block then (decimal). */
  createdAt: number;
  fromBlock: string;
  /** Undefined until the wallet returned it. The wallet may have signed all the same. */
  signature?: Hex;
  /** Set if the wallet said that it signed nothing. The transfer isn't shown, unless the chain has it. */
  isDeclined?: true;
  /** Set once the API has queued it. */
  isAccepted?: true;
  /** Why the API didn't queue it. The signature stays valid. */
  refusal?: string;
  outcome?: TransferOutcome;
};

/** What identifies a payment, however it's made. */
export type Payment = Pick<SignedTransfer, 'account' | 'chainId' | 'token' | 'recipient' | 'amountRaw'>;

/** A payment without a fee to sign. */
export type TransferOrder = Pick<
  SignedTransfer,
  | 'account'
  | 'chainId'
  | 'route'
  | 'contract'
  | 'token'
  | 'recipient'
  | 'coinId'
  | 'symbol'
  | 'decimals'
  | 'amountRaw'
>;

type Signable = Omit<TransferOrder, 'coinId' | 'symbol' | 'decimals'> &
  Pick<SignedTransfer, 'nonce' | 'deadline' | 'domain'>;

const vaultMessageOf = ({ account, recipient, token, amountRaw, nonce, deadline }: Signable) => ({
  ...{ from: account, to: recipient, token, amount: BigInt(amountRaw) },
  ...{ nonce: BigInt(nonce), deadline: BigInt(deadline) },
});

/** What a transfer from wallet to wallet moves, and its nonce, by which the token's events name it. */
export const authorizationOf = ({ account, recipient, amountRaw, nonce }: Signable) => ({
  ...{ from: account, to: recipient, value: BigInt(amountRaw), nonce: nonce as Hex },
});

const walletMessageOf = (transfer: Signable) => ({
  ...authorizationOf(transfer),
  ...{ validAfter: 0n, validBefore: BigInt(transfer.deadline) },
});

/** Returns the EIP-712 domain of a transfer from wallet to wallet. */
export const domainOf = ({ domain, chainId, contract }: Signable) => ({
  ...{ name: '', version: '', ...domain },
  ...{ chainId, verifyingContract: contract },
});

/** Returns the EIP-712 message of a transfer. It comes from this device's data and the chain's, never from the API. */
export const typedDataOf = (transfer: Signable): TypedDataDefinition =>
  transfer.route === 'vault'
    ? vaultTransferMessage(transfer.chainId, transfer.contract, vaultMessageOf(transfer))
    : walletTransferMessage(domainOf(transfer), walletMessageOf(transfer));

/** Returns the EIP-712 hash of a transfer's message. */
export const digestOf = (transfer: Signable): Hash =>
  transfer.route === 'vault'
    ? vaultTransferDigest(transfer.chainId, transfer.contract, vaultMessageOf(transfer))
    : walletTransferDigest(domainOf(transfer), walletMessageOf(transfer));

/** Returns whether a wallet's answer can be a signature, of a key or of a contract (ERC-1271). */
export const isSignature = (value: unknown): value is Hex =>
  isHex(value) && value.length % 2 === 0 && size(value) > 0 && size(value) <= MAX_SIGNATURE_BYTES;

/** Returns whether two transfers have one nonce, so that at most one of them can be executed. */
export const hasSameNonce = (one: SignedTransfer, other: SignedTransfer): boolean =>
  other.id !== one.id &&
  other.nonce === one.nonce &&
  other.account === one.account &&
  other.chainId === one.chainId &&
  other.contract === one.contract;

/** Returns the executed transfer with the same nonce, which makes this one impossible, or undefined if there is none. */
const replacementOf = (
  transfer: SignedTransfer,
  all: readonly SignedTransfer[],
): SignedTransfer | undefined =>
  all.find((other) => hasSameNonce(transfer, other) && other.outcome?.kind === 'confirmed');

/** Returns whether another message with the same nonce is the one that a token's events show: the last signed, or asked for. */
export const isSuperseded = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  transfer.route === 'wallet' &&
  all.some(
    (other) =>
      hasSameNonce(transfer, other) &&
      ((other.signature !== undefined) === (transfer.signature !== undefined)
        ? other.deadline > transfer.deadline
        : other.signature !== undefined),
  );

export const isReplaced = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  replacementOf(transfer, all) !== undefined;

/** Returns the transfer that made a transfer's payment: itself, or the one that replaced it. Undefined if there is none. */
export const paidBy = (
  transfer: SignedTransfer,
  all: readonly SignedTransfer[],
): SignedTransfer | undefined =>
  transfer.outcome?.kind === 'confirmed' ? transfer : replacementOf(transfer, all);

/** Returns whether a transfer may still move money, as far as the chain shows it. */
export const isOpen = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  transfer.outcome === undefined && !isReplaced(transfer, all);

/** Returns whether no reorganization changes the end of a transfer anymore. */
export const isFinal = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  (transfer.outcome ?? replacementOf(transfer, all)?.outcome)?.isFinal === true;

/** Returns whether pages show a transfer: not if the wallet declined it, unless the chain has it. */
export const isListed = ({ isDeclined, outcome }: SignedTransfer): boolean =>
  !isDeclined || outcome?.kind === 'confirmed';

/** Returns whether two payments are the same, however they're made. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  one.account === other.account &&
  one.chainId === other.chainId &&
  one.token === other.token &&
  one.recipient === other.recipient &&
  one.amountRaw === other.amountRaw;

/** Returns whether two orders make the same payment by the same contract, so that one nonce can serve both. */
export const isSameOrder = (one: TransferOrder, other: TransferOrder): boolean =>
  one.contract === other.contract && isSamePayment(one, other);

const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const isUint = (value: unknown) => isText(value, /^\d{1,78}$/);
const isBlockNumber = (value: unknown) => isText(value, /^\d{1,20}$/);
const isAddressText = (value: unknown) => typeof value === 'string' && isAddress(value);
const isHashText = (value: unknown) => typeof value === 'string' && isHash(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOptional = (value: unknown, isValid: (value: unknown) => boolean) =>
  value === undefined || isValid(value);
const isTrue = (value: unknown) => value === true;

const isDomain = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'version'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');

function isOutcome(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, txHash, block, isFinal } = value as Record<string, unknown>;
  return (
    ['confirmed', 'canceled', 'expired', 'replaced'].includes(String(kind)) &&
    (txHash === null || isHashText(txHash)) &&
    isBlockNumber(block) &&
    typeof isFinal === 'boolean'
  );
}

/** Returns whether a stored value is a signed transfer whose ID is the hash of its message. */
export function isSignedTransfer(value: unknown): value is SignedTransfer {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  const isComplete =
    [entry.account, entry.contract, entry.token, entry.recipient].every(isAddressText) &&
    [entry.chainId, entry.coinId, entry.decimals, entry.deadline].every(isCount) &&
    Number(entry.decimals) <= 36 &&
    typeof entry.symbol === 'string' &&
    isUint(entry.amountRaw) &&
    (entry.route === 'vault' ? isUint(entry.nonce) : entry.route === 'wallet' && isHashText(entry.nonce)) &&
    (entry.route === 'vault' || isDomain(entry.domain)) &&
    typeof entry.createdAt === 'number' &&
    isBlockNumber(entry.fromBlock) &&
    isOptional(entry.signature, isSignature) &&
    isOptional(entry.isDeclined, isTrue) &&
    isOptional(entry.isAccepted, isTrue) &&
    isOptional(entry.refusal, (reason) => typeof reason === 'string') &&
    isOptional(entry.outcome, isOutcome);
  return isComplete && digestOf(value as SignedTransfer) === entry.id;
}
