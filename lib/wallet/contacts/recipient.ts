import { type Address, getAddress, type Hex, isAddress, isAddressEqual, zeroAddress } from 'viem';
import { useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { isDelegation } from '@/lib/evm/address';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';

/** What is wrong with a typed recipient, in the order in which it is looked for; `name` is an ENS name, no address yet. */
type RecipientProblem = 'empty' | 'name' | 'notAddress' | 'checksum' | 'zero' | 'ours';

/** A typed recipient with its EIP-55 checksum, or its problem. */
export type RecipientRead = { address: Address } | { problem: RecipientProblem };

/** Hex digits at each end that people usually compare. */
const COMPARED_DIGITS = 4;

/**
 * Reads a typed address: in one case, or with its EIP-55 checksum; gives the checksummed form. `ours` are the contracts
 * that money sent to would be lost in.
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
 * The known address that another one only looks like: the same first and last four digits, and not the same (address
 * poisoning). Null for a known address, whatever it resembles.
 */
export function lookAlikeOf(address: Address, known: readonly Address[]): Address | null {
  if (known.some((other) => isAddressEqual(other, address))) return null;
  const ends = (full: string) =>
    (full.slice(2, 2 + COMPARED_DIGITS) + full.slice(-COMPARED_DIGITS)).toLowerCase();
  return known.find((other) => ends(other) === ends(address)) ?? null;
}

/** Returns whether code makes an address a contract; an EIP-7702 delegation does not. */
export function isContractCode(code: Hex | null | undefined): boolean {
  return code !== null && code !== undefined && code !== '0x' && !isDelegation(code);
}

/**
 * Returns the contracts that cannot return what is sent to them: every listed token, the platform's own contracts, and
 * `others`. The networks do not matter: nobody has the key of a contract's address, so what is sent to that address on
 * another network is lost, too.
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
 * React hook that returns the contracts no form may take as a recipient: those listed now, tokens that were added on this
 * device, and `sent`, the contract of what is being sent.
 */
export function useUnpayableContracts(sent?: Address): Address[] {
  const { data: coins = [] } = useCoinsQuietly();
  const { data: contracts = [] } = useContracts();
  const custom = useCustomTokens((state) => state.entries);
  const others = custom.map(({ address }) => address);
  return unpayableContracts(coins, contracts, sent === undefined ? others : [...others, sent]);
}
