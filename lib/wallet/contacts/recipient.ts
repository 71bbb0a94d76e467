import { type Address, getAddress, isAddress, isAddressEqual } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { PERMIT2 } from '@/lib/evm/address';
import { splitNetwork } from '@/lib/evm/chain-short-names';

/** `otherNetwork` means that the text names a network that the form doesn't use. */
type AddressProblem = 'empty' | 'notAddress' | 'checksum' | 'otherNetwork';

const recipientStops = ['zero', 'token', 'contract', 'reserved'] as const;

/** Reasons that all forms reject an address as a recipient, because tokens sent there are lost. */
export type RecipientStop = (typeof recipientStops)[number];

export const isRecipientStop = (problem: string): problem is RecipientStop =>
  recipientStops.some((stop) => stop === problem);

/**
 * Problems with what is typed for an address. `name` means an ENS name that hasn't been resolved yet, and `noNames` that
 * no network of the site has ENS.
 */
export type TypedProblem = AddressProblem | 'name' | 'noNames';

/** Problems with a typed recipient. */
export type RecipientProblem = TypedProblem | RecipientStop;

/** An address with its EIP-55 checksum and the chain that the text names, or the problem with the typed text. */
export type AddressRead = { address: Address; chainId?: number } | { problem: AddressProblem };

/** Parses a typed address that is in a single case or has a valid EIP-55 checksum, and may name its network. */
export function readAddress(text: string): AddressRead {
  const { network, rest: trimmed } = splitNetwork(text);
  if (trimmed === '') return { problem: 'empty' };
  if (!isAddress(trimmed, { strict: false })) return { problem: 'notAddress' };
  const address = getAddress(trimmed);
  const digits = trimmed.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && trimmed !== address) return { problem: 'checksum' };
  if (network === 'unknown') return { problem: 'otherNetwork' };
  return network === null ? { address } : { address, chainId: network };
}

/** Returns `otherNetwork` if the typed address names a network that isn't in `chainIds`, otherwise what was read. */
export const onNetworks = <Read extends AddressRead | { problem: TypedProblem }>(
  read: Read,
  chainIds: readonly number[],
): Read | { problem: 'otherNetwork' } =>
  'chainId' in read && read.chainId !== undefined && !chainIds.includes(read.chainId)
    ? { problem: 'otherNetwork' }
    : read;

/** Contracts on all networks that can't return tokens sent to them. */
export type RecipientLists = {
  coins: readonly Coin[];
  contracts: readonly Contract[];
  /** Tokens that the user added. */
  customTokens: readonly { address: Address }[];
};

/** Data that a recipient is checked against. */
export type RecipientFacts = RecipientLists & {
  /** The sender. */
  account: Address | undefined;
  /** All accounts of the user. */
  accounts: readonly Address[];
  contacts: readonly { address: Address }[];
  /** Addresses that the user has paid from this device. */
  recipients: readonly Address[];
  /** Addresses on the operator's lists of known scams, in lowercase. */
  reported: ReadonlySet<string>;
};

/** Empty lists, for callers that have none, such as the parser of payment requests. */
export const emptyLists: RecipientLists = { coins: [], contracts: [], customTokens: [] };

/** Contracts with the same address on most networks: Permit2 and Multicall3. */
const SHARED_CONTRACTS = [PERMIT2, '0xcA11bde05977b3631167028862bE2a173976CA11'] as const;

/** The last address of the range that EIP-1352 reserves for precompiled contracts. Burn addresses are in it too. */
const LAST_RESERVED = 0xffffn;

const tokenSets = new WeakMap<readonly Coin[], ReadonlySet<string>>();

/** Returns the token contracts of a coin list in lowercase. Cached, because a list can have thousands of tokens. */
function tokensIn(coins: readonly Coin[]): ReadonlySet<string> {
  const cached = tokenSets.get(coins);
  if (cached) return cached;
  const addresses = coins.flatMap((coin) =>
    coin.tokens.flatMap(({ address }) => address?.toLowerCase() ?? []),
  );
  const set = new Set(addresses);
  tokenSets.set(coins, set);
  return set;
}

/**
 * Returns the reason that tokens sent to an address would be lost, or null. `sent` is the contract of the token or NFT
 * to send, or null for the native currency. A contract on any network counts, because nobody has a private key for its
 * address on other networks.
 */
export function recipientStop(
  address: Address,
  { coins, contracts, customTokens }: RecipientLists,
  sent: Address | null,
): RecipientStop | null {
  const value = BigInt(address);
  if (value === 0n) return 'zero';
  const isSame = (other: Address) => isAddressEqual(other, address);
  if (sent !== null && isSame(sent)) return 'token';
  const isListed = [...contracts, ...customTokens].some((entry) => isSame(entry.address));
  if (isListed || SHARED_CONTRACTS.some(isSame) || tokensIn(coins).has(address.toLowerCase()))
    return 'contract';
  return value <= LAST_RESERVED ? 'reserved' : null;
}

/** Number of hex digits that people usually compare at each end of an address. */
const COMPARED_DIGITS = 4;

/**
 * Returns the known address that this one imitates: a different address with the same first and last four digits
 * (address poisoning). Returns null if there is none, or if the address itself is known.
 */
function lookAlikeOf(address: Address, known: readonly Address[]): Address | null {
  if (known.some((other) => isAddressEqual(other, address))) return null;
  const ends = (full: string) =>
    (full.slice(2, 2 + COMPARED_DIGITS) + full.slice(-COMPARED_DIGITS)).toLowerCase();
  return known.find((other) => ends(other) === ends(address)) ?? null;
}

export type RecipientCheck = {
  stop: RecipientStop | null;
  /** Whether the recipient is the sender. */
  isSelf: boolean;
  /** Whether the recipient is an account of the user, a contact, or was paid before. */
  isKnown: boolean;
  /** The known address that the recipient imitates. The user must compare both and confirm. */
  lookAlike: Address | null;
  /** Whether the recipient is on a list of known scams. The review requires a second step. */
  isReported: boolean;
};

/**
 * Checks a recipient. Every form that takes one uses this check, and so do the transaction sheet and the demo wallet.
 * `sent` is the contract of the token or NFT to send, or null for the native currency.
 */
export function checkRecipient(
  address: Address,
  facts: RecipientFacts,
  sent: Address | null,
): RecipientCheck {
  const { account, accounts, contacts, recipients } = facts;
  const stop = recipientStop(address, facts, sent);
  const own = account ? [account, ...accounts] : accounts;
  const known = [...own, ...contacts.map((contact) => contact.address), ...recipients];
  return {
    stop,
    isSelf: account !== undefined && isAddressEqual(account, address),
    isKnown: known.some((other) => isAddressEqual(other, address)),
    lookAlike: stop === null ? lookAlikeOf(address, known) : null,
    isReported: facts.reported.has(address.toLowerCase()),
  };
}
