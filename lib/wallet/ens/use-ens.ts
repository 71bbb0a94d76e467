import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Address, isAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import { useChainMapping, useContracts } from '@/lib/api/hooks';
import type { Contract } from '@/lib/api/types';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import {
  type AddressRead,
  onNetworks,
  readAddress,
  type TypedProblem,
} from '@/lib/wallet/contacts/recipient';
import type { VerifiedNames } from '@/lib/wallet/contacts/use-account-name';
import { type ContractLocation, contractLocations } from '@/lib/wallet/networks/use-contract-reads';

const ETHEREUM = 1;

/** Returns the ENS universal resolver: the one on Ethereum if it is listed, otherwise the first one. */
export function ensResolver(contracts: readonly Contract[]): ContractLocation | null {
  const places = contractLocations(contracts, 'ens_universal_resolver');
  return places.find(({ chainId }) => chainId === ETHEREUM) ?? places[0] ?? null;
}

/** Time before a name is looked up again. Names rarely change, and forms use the resolved address, not the name. */
const STALE_MS = 60_000;

const lookUp = () => import('./read-name');

/** React hook that returns the ENS resolver, or null if no chain has ENS. */
export function useEnsResolver() {
  const { data: contracts = [] } = useContracts();
  return ensResolver(contracts);
}

export function useNamedAddress({ chainId, address: resolver }: ContractLocation, name: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['ens', 'address', chainId, resolver, name],
    queryFn: async () => (await lookUp()).readNamedAddress(config.getClient({ chainId }), resolver, name),
    staleTime: STALE_MS,
    retry: false,
  });
}

const primaryNameQuery = (
  config: Config,
  { chainId, address: resolver }: ContractLocation,
  address: Address,
) => ({
  queryKey: ['ens', 'name', chainId, resolver, address],
  queryFn: async () => (await lookUp()).readPrimaryName(config.getClient({ chainId }), resolver, address),
  staleTime: STALE_MS,
  retry: false,
});

/**
 * React hook that returns an address's primary ENS name or null. Show the name next to the address, not instead of it.
 */
export function usePrimaryName(place: ContractLocation, address: Address) {
  return useQuery(primaryNameQuery(useConfig(), place, address));
}

/** Maximum number of names to look up for one page. */
const MAX_LOOKUPS = 20;

/**
 * React hook that looks up the verified ENS names of accounts, for `useAccountName`. Contacts and accounts that chose a
 * name have a better one. Looks up nothing if no chain has ENS, and at most the first 20.
 */
export function useVerifiedNames(accounts: readonly Address[]): VerifiedNames {
  const config = useConfig();
  const place = useEnsResolver();
  const contacts = useContacts((state) => state.entries);
  const chosen = useChosenNames((state) => state.names);
  const named = new Set([...contacts.map(({ address }) => address.toLowerCase()), ...chosen.keys()]);
  const unnamed = [...new Set(accounts)].filter((account) => !named.has(account.toLowerCase()));
  // Joined to a string, because `accounts` may be a new array each time.
  const joined = (place ? unnamed : []).slice(0, MAX_LOOKUPS).join();
  const asked = useMemo(() => joined.split(',').filter((text) => isAddress(text)), [joined]);
  const combine = useCallback(
    (results: readonly { data?: string | null | undefined }[]): VerifiedNames =>
      new Map(
        asked.flatMap((account, index) => {
          const name = results[index]?.data;
          return name ? [[account.toLowerCase(), name] as const] : [];
        }),
      ),
    [asked],
  );
  const queries = place ? asked.map((account) => primaryNameQuery(config, place, account)) : [];
  return useQueries({ queries, combine });
}

/** Matches dot-separated labels in any script, up to the length that DNS allows (RFC 1035, section 2.3.4). */
const NAME = /^(?=.{3,255}$)[^\s.]+(?:\.[^\s.]+)+$/u;

/** Returns the trimmed text if it looks like an ENS name, otherwise null. */
export function nameLike(text: string): string | null {
  const trimmed = text.trim();
  return NAME.test(trimmed) ? trimmed : null;
}

/**
 * React hook that returns a variant of `readAddress` that also recognizes ENS names, and refuses
 * addresses of networks other than `chainId`, or, if that is null, other than those listed.
 */
export function useReadAddress(
  chainId: number | null,
): (text: string) => AddressRead | { problem: TypedProblem } {
  const hasNames = useEnsResolver() !== null;
  const { data: chains = [] } = useChainMapping();
  const chainIds = chainId === null ? chains.map(({ id }) => id) : [chainId];
  return (text) =>
    nameLike(text) === null
      ? onNetworks(readAddress(text), chainIds)
      : { problem: hasNames ? 'name' : 'noNames' };
}
