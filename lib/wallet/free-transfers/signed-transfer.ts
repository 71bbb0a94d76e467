import { type Address, type Hash, type Hex, isAddress, isHash, isHex, size } from 'viem';
import { MAX_SIGNATURE_BYTES } from '@/lib/api/schemas/transfer';
import { type VaultTransfer, vaultTransferDigest, vaultTransferMessage } from '@/lib/evm/vault-transfer';

/** What the chain shows of a signed transfer, and the block of the event that shows it. */
export type TransferOutcome = {
  kind: 'confirmed' | 'canceled' | 'expired';
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
  vault: Address;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  token: Address;
  recipient: Address;
  coinId: number;
  symbol: string;
  decimals: number;
  /** Base units as an integer string. */
  amountRaw: string;
  /** Decimal string. */
  nonce: string;
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

/** What identifies a payment, as far as an earlier one is compared with it. */
export type TransferOrder = Pick<
  SignedTransfer,
  'account' | 'chainId' | 'vault' | 'token' | 'recipient' | 'coinId' | 'symbol' | 'decimals' | 'amountRaw'
>;

type Signable = Omit<TransferOrder, 'coinId' | 'symbol' | 'decimals'> &
  Pick<SignedTransfer, 'nonce' | 'deadline'>;

const messageOf = ({ account, recipient, token, amountRaw, nonce, deadline }: Signable): VaultTransfer => ({
  ...{ from: account, to: recipient, token, amount: BigInt(amountRaw) },
  ...{ nonce: BigInt(nonce), deadline: BigInt(deadline) },
});

/** Returns the EIP-712 message of a transfer, and its hash. Both come from this device's data alone. */
export const typedDataOf = (transfer: Signable) =>
  vaultTransferMessage(transfer.chainId, transfer.vault, messageOf(transfer));
export const digestOf = (transfer: Signable): Hash =>
  vaultTransferDigest(transfer.chainId, transfer.vault, messageOf(transfer));

/** Returns whether a wallet's answer can be a signature, of a key or of a contract (ERC-1271). */
export const isSignature = (value: unknown): value is Hex =>
  isHex(value) && value.length % 2 === 0 && size(value) > 0 && size(value) <= MAX_SIGNATURE_BYTES;

/** Returns the executed transfer with the same nonce, which makes this one impossible, or undefined if there is none. */
const replacementOf = (
  transfer: SignedTransfer,
  all: readonly SignedTransfer[],
): SignedTransfer | undefined =>
  all.find(
    (other) =>
      other.id !== transfer.id &&
      other.nonce === transfer.nonce &&
      other.account === transfer.account &&
      other.chainId === transfer.chainId &&
      other.vault === transfer.vault &&
      other.outcome?.kind === 'confirmed',
  );

export const isReplaced = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  replacementOf(transfer, all) !== undefined;

/** Returns whether a transfer may still move money, as far as the chain shows it. */
export const isOpen = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  transfer.outcome === undefined && !isReplaced(transfer, all);

/** Returns whether no reorganization changes the end of a transfer anymore. */
export const isFinal = (transfer: SignedTransfer, all: readonly SignedTransfer[]): boolean =>
  (transfer.outcome ?? replacementOf(transfer, all)?.outcome)?.isFinal === true;

/** Returns whether pages show a transfer: not if the wallet declined it, unless the chain has it. */
export const isListed = ({ isDeclined, outcome }: SignedTransfer): boolean =>
  !isDeclined || outcome?.kind === 'confirmed';

/** Returns whether a transfer makes the payment of an order. */
export const isSameOrder = (one: TransferOrder, other: TransferOrder): boolean =>
  one.account === other.account &&
  one.chainId === other.chainId &&
  one.vault === other.vault &&
  one.token === other.token &&
  one.recipient === other.recipient &&
  one.amountRaw === other.amountRaw;

const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const isUint = (value: unknown) => isText(value, /^\d{1,78}$/);
const isBlockNumber = (value: unknown) => isText(value, /^\d{1,20}$/);
const isAddressText = (value: unknown) => typeof value === 'string' && isAddress(value);
const isHashText = (value: unknown) => typeof value === 'string' && isHash(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOptional = (value: unknown, isValid: (value: unknown) => boolean) =>
  value === undefined || isValid(value);
const isTrue = (value: unknown) => value === true;

function isOutcome(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, txHash, block, isFinal } = value as Record<string, unknown>;
  return (
    ['confirmed', 'canceled', 'expired'].includes(String(kind)) &&
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
    [entry.account, entry.vault, entry.token, entry.recipient].every(isAddressText) &&
    [entry.chainId, entry.coinId, entry.decimals, entry.deadline].every(isCount) &&
    Number(entry.decimals) <= 36 &&
    typeof entry.symbol === 'string' &&
    isUint(entry.amountRaw) &&
    isUint(entry.nonce) &&
    typeof entry.createdAt === 'number' &&
    isBlockNumber(entry.fromBlock) &&
    isOptional(entry.signature, isSignature) &&
    isOptional(entry.isDeclined, isTrue) &&
    isOptional(entry.isAccepted, isTrue) &&
    isOptional(entry.refusal, (reason) => typeof reason === 'string') &&
    isOptional(entry.outcome, isOutcome);
  return isComplete && digestOf(value as SignedTransfer) === entry.id;
}
