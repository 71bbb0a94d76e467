import { type Address, getAddress, isAddress, isAddressEqual, zeroAddress } from 'viem';
import { useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';

/**
 * Problems with a typed recipient, in the order they are checked. `name` means an ENS name that hasn't been resolved
 * yet.
 */
type RecipientProblem = 'empty' | 'name' | 'notAddress' | 'checksum' | 'zero' | 'ours';

/** The recipient's address with its EIP-55 checksum, or the problem with the typed text. */
export type RecipientRead = { address: Address } | { problem: RecipientProblem };

/** Number of hex digits at each end of an address that people usually compare. */
const COMPARED_DIGITS = 4;

/**
 * Parses a typed address that is in a single case or has a valid EIP-55 checksum, and returns the checksummed form.
 * Rejects the addresses in `ours`, which are contracts that can't return funds.
 */
export function readRecipient(text: string, ours: readonly Address[]): RecipientRead {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  if (!isAddress(trimmed, { strict: false })) return { problem: 'notAddress' };
  const address = getAddress(trimmed);
  const digits = trimmed.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && trimmed !== address) return { problem: 'checksum' };
  if (address === zeroAddress) return { problem: 'zero' };
  if (ours.some((contract) => isAddressEqual(contract, address))) return { problem: 'ours' };
  return { address };
}

/**
 * Returns the known address that this one imitates: a different address with the same first and last four digits
 * (address poisoning). Returns null if there is none, or if the address itself is known.
 */
export function lookAlikeOf(address: Address, known: readonly Address[]): Address | null {
  if (known.some((other) => isAddressEqual(other, address))) return null;
  const ends = (full: string) =>
    (full.slice(2, 2 + COMPARED_DIGITS) + full.slice(-COMPARED_DIGITS)).toLowerCase();
  return known.find((other) => ends(other) === ends(address)) ?? null;
}

/**
 * Returns the contracts that can't return assets sent to them: all listed tokens, the platform's contracts, and
 * `others`, regardless of network. Nobody has a key for a contract's address, so anything sent there on another network
 * is lost too.
 */
export function unpayableContracts(
  coins: readonly Coin[],
  contracts: readonly Contract[],
  others: readonly Address[],
): Address[] {
  const tokens = coins.flatMap((coin) => coin.tokens.flatMap(({ address }) => address ?? []));
  return [
    ...tokens.map(listedAddress),
    ...[...contracts.map(({ address }) => address), ...others].map((address) => getAddress(address)),
  ];
}

/**
 * React hook that returns the contracts that forms reject as recipients: listed tokens and contracts, the user's custom
 * tokens, and `sent`, the contract of the token being sent.
 */
export function useUnpayableContracts(sent?: Address): Address[] {
  const { data: coins = [] } = useCoinsQuietly();
  const { data: contracts = [] } = useContracts();
  const custom = useCustomTokens((state) => state.entries);
  const others = custom.map(({ address }) => address);
  return unpayableContracts(coins, contracts, sent === undefined ? others : [...others, sent]);
}
