import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useContracts } from '@/lib/api/hooks';
import type { Contract } from '@/lib/api/types';
import { type ContractLocation, contractLocations } from '@/lib/wallet/networks/use-contract-reads';

const ETHEREUM = 1;

/** The ENS universal resolver that names are read from: Ethereum's where it is listed, or the first that is. */
export function ensResolver(contracts: readonly Contract[]): ContractLocation | null {
  const places = contractLocations(contracts, 'ens_universal_resolver');
  return places.find(({ chainId }) => chainId === ETHEREUM) ?? places[0] ?? null;
}

/** Names hardly change; the address that a name led to is what is used, however it changes later. */
const STALE_MS = 60_000;

const lookUp = () => import('./look-up');

/** Where names are read from; null where no chain has ENS. */
export function useEnsResolver() {
  const { data: contracts = [] } = useContracts();
  return ensResolver(contracts);
}

/** What a typed name stands for. */
export function useNamedAddress({ chainId, address: resolver }: ContractLocation, name: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['ens', 'address', chainId, resolver, name],
    queryFn: async () => (await lookUp()).readNamedAddress(config.getClient({ chainId }), resolver, name),
    staleTime: STALE_MS,
    retry: false,
  });
}

/** The name that an address goes by, to be shown beside it and never in its place; null where it has none. */
export function usePrimaryName({ chainId, address: resolver }: ContractLocation, address: Address) {
  const config = useConfig();
  return useQuery({
    queryKey: ['ens', 'name', chainId, resolver, address],
    queryFn: async () => (await lookUp()).readPrimaryName(config.getClient({ chainId }), resolver, address),
    staleTime: STALE_MS,
    retry: false,
  });
}

/** Labels with dots between them, in whatever script; no more than DNS carries (RFC 1035, section 2.3.4). */
const NAME = /^(?=.{3,255}$)[^\s.]+(?:\.[^\s.]+)+$/u;

/** The text if it can be meant as an ENS name; what ENS makes of it is another question. Null for anything else. */
export function nameLike(text: string): string | null {
  const trimmed = text.trim();
  return NAME.test(trimmed) ? trimmed : null;
}
