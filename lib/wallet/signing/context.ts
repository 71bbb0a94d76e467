import { type Address, isAddressEqual } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { SpenderNature } from '@/lib/wallet/approvals/approval';
import type { Contact } from '@/lib/wallet/contacts/contact';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { Fact, FactValue, Known } from './reading';

/** What a request is read against: who is asked, on which chain, by which page, and what is known here. */
export type SigningContext = {
  account: Address;
  chainId: number;
  nativeSymbol: string;
  coins: readonly Coin[];
  contracts: readonly Contract[];
  contacts: readonly Contact[];
  /** Addresses that the reader has paid on purpose. */
  recipients: readonly Address[];
  /** What stands at the addresses of the request; one that is missing has not been looked at. */
  natures: ReadonlyMap<Address, SpenderNature>;
  /** The tokens that a listed platform contract moves, by its address; see `readPlatformTokens`. */
  platformTokens: ReadonlyMap<Address, readonly Address[]>;
  /** Names of the configured networks, by chain ID. */
  networks: ReadonlyMap<number, string>;
  /** Seconds since the epoch. */
  now: bigint;
  /** Of the page that asks, as `location.origin`. */
  origin: string;
};

/** The listed name of a contract on the context's chain; null for one that is not listed. */
export const contractName = ({ contracts, chainId }: SigningContext, address: Address): string | null =>
  contracts.find((contract) => contract.chainId === chainId && isAddressEqual(contract.address, address))
    ?.name ?? null;

export function knownAt(context: SigningContext, address: Address): Known | null {
  if (isAddressEqual(context.account, address)) return { kind: 'own' };
  const name = contractName(context, address);
  if (name !== null) return { kind: 'contract', name };
  const token = address === NATIVE_TOKEN ? null : listedToken(context.coins, context.chainId, address);
  if (token) return { kind: 'token', symbol: token.symbol };
  const contact = context.contacts.find((entry) => isAddressEqual(entry.address, address));
  return contact ? { kind: 'contact', name: contact.name } : null;
}

export const addressValue = (context: SigningContext, address: Address): FactValue => ({
  kind: 'address',
  address,
  known: knownAt(context, address),
  nature: context.natures.get(address) ?? null,
});

/** Returns the "Network" fact: a network's name, if it is configured, and its chain ID (EIP-155). */
export const networkFact = ({ networks }: SigningContext, chainId: number | bigint): Fact => ({
  label: 'chain',
  value: { kind: 'network', chainId, name: networks.get(Number(chainId)) ?? null },
});

/** An amount of a token in words: with its decimals where it is listed, as base units where nobody vouches for it. */
export function amountValue(context: SigningContext, token: Address | null, raw: bigint): FactValue {
  if (token === null || token === NATIVE_TOKEN)
    return { kind: 'amount', raw, token: { symbol: context.nativeSymbol, decimals: 18 } };
  const listed = listedToken(context.coins, context.chainId, token);
  return { kind: 'amount', raw, token: listed && { symbol: listed.symbol, decimals: listed.decimals } };
}
